import { compareText } from '../../plugin/python.ts'
import { isTechnicalWord, isUuid } from './words.ts'

/** What names name, and what the neutral ones begin with. A text that names two things is named after the first. */
const KINDS = [
  'host',
  'instance',
  'project',
  'user',
  'zone',
  'aggregate',
  'flavor',
  'image',
  'group',
  'cell',
  'server',
  'domain',
  'site',
  'word',
  'value',
  'reason',
  'id',
] as const

/**
 * One of {@link KINDS}. Hosts and nodes are of one kind: most nodes bear the name of their host. A value that is a
 * technical word stays, a word does not.
 */
export type Kind = (typeof KINDS)[number]

/** Names with all that they name. */
export type KindsByName = ReadonlyMap<string, ReadonlySet<Kind>>

/** Gives the word that stands for a part of names of a kind. */
export type PartName = (kind: Kind, part: string) => string

/**
 * A word for each part that names are asked to hold (`<in> gpu`): neutral names end in the words of the parts that
 * the names hold. A technical word stands for itself, since values that are such words stay.
 */
export function partNamesOf(parts: ReadonlyMap<Kind, ReadonlySet<string>>): PartName {
  const texts = [...new Set([...parts.values()].flatMap((some) => [...some]))].sort(compareText)
  const words = new Map(texts.map((text, index) => [text, `with${numbered(index, texts.length)}`]))
  return (kind, part) => {
    const stays = kind === 'value' && /\p{L}/u.test(part) && isTechnicalWord(part)
    return stays ? part : (words.get(part) ?? part)
  }
}

/**
 * Neutral names, such as `host-n07`: the names of each kind are numbered in the order of their texts, so that one is
 * before another as it was. Uuids become uuids, `name.domain` becomes so where `name` is a host as well, and a name beyond ASCII, on which
 * Python 2 may break, stays beyond it.
 */
export function neutralNames(
  kinds: KindsByName,
  parts: ReadonlyMap<Kind, ReadonlySet<string>>,
  partName: PartName,
): ReadonlyMap<string, string> {
  const endingsOf = (text: string): string[] => {
    const held = [...(kinds.get(text) ?? [])].flatMap((kind) => {
      const some = [...(parts.get(kind === 'domain' ? 'host' : kind) ?? [])].filter((part) => text.includes(part))
      return some.map((part) => partName(kind, part))
    })
    return [...new Set(held), ...(isAscii(text) ? [] : ['é'])]
  }
  const neutral = new Map<string, string>()
  const compound = [...kinds.keys()].filter((text) => splitDomain(text, kinds) !== null)
  for (const [place, texts] of grouped(kinds, compound)) {
    texts.forEach((text, index) => {
      const endings = endingsOf(text)
      const word = [KINDS[place], `n${numbered(index, texts.length)}`, ...endings].join('-')
      neutral.set(text, isUuid(text) && endings.length === 0 ? uuidOf(place, index) : word)
    })
  }
  for (const text of compound) {
    const { host, domain } = splitDomain(text, kinds) as FullName
    const name = `${neutral.get(host)}.${neutral.get(domain)}`
    neutral.set(text, [name, ...endingsOf(text).filter((ending) => !name.includes(ending))].join('-'))
  }
  return neutral
}

interface FullName {
  readonly host: string
  readonly domain: string
}

/** A full name, the first part of which is the name of a host too. */
function splitDomain(text: string, kinds: KindsByName): FullName | null {
  const [host, domain] = [text.slice(0, Math.max(text.indexOf('.'), 0)), text.slice(text.indexOf('.') + 1)]
  const isFull = kinds.get(text)?.has('host') === true && kinds.get(host)?.has('host') === true
  return isFull && kinds.get(domain)?.has('domain') === true ? { host, domain } : null
}

/** Texts by the place of their kind, uuids apart from others, each group in order. */
function grouped(kinds: KindsByName, compound: readonly string[]): readonly (readonly [number, string[]])[] {
  const apart = new Set(compound)
  const domains = new Set(compound.map((text) => splitDomain(text, kinds)?.domain))
  const groups = new Map<string, string[]>()
  for (const [text, of] of kinds) {
    if (apart.has(text)) continue
    const [first] = KINDS.filter((kind) => of.has(kind))
    // Domains that no neutral name needs are numbered by themselves.
    const kind = first === 'domain' && !domains.has(text) ? 'site' : (first as Kind)
    const key = `${KINDS.indexOf(kind)} ${isUuid(text)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [text])
    else group.push(text)
  }
  return Array.from(groups, ([key, texts]) => [Number.parseInt(key, 10), texts.sort(compareText)])
}

function isAscii(text: string): boolean {
  return [...text].every((character) => character <= '\x7f')
}

/** From 1, all of one width. */
function numbered(index: number, count: number): string {
  return String(index + 1).padStart(String(count).length, '0')
}

/** Unlike the uuids that are made up for requests: those have 8000. */
function uuidOf(place: number, index: number): string {
  return `00000000-0000-4000-8${(place + 1).toString(16).padStart(2, '0')}0-${String(index + 1).padStart(12, '0')}`
}
