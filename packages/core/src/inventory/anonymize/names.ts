import { stripSpace } from '../../plugin/python.ts'
import { isAddress, neutralAddresses } from './addresses.ts'
import { type Kind, neutralNames, partNamesOf } from './neutral.ts'
import { ADDRESSES, IDS, isTechnicalWord, wordsAndGaps } from './words.ts'

/** Nova's own zones: a request may ask for them by these names, and the configuration has them as defaults. */
const DEFAULT_ZONES: ReadonlySet<string> = new Set(['nova', 'internal'])

/** Shorter names are replaced only where they are the whole text. */
const SHORTEST_WORD = 3

/** What is done with each text of a document. The same walk first collects the names, then replaces them. */
export interface Names {
  /** A name, or several with commas between them. */
  name(kind: Kind, text: string): string
  /** Part of a name, which names are asked to hold. */
  part(kind: Kind, text: string): string
  /** An address, perhaps with a prefix length or mask behind it. */
  address(text: string): string
  /** A value that decisions depend on: it stays, and so does every other text that is the same. */
  technical(text: string): string
  /** A text that may hold names: those that are known are replaced. */
  free(text: string): string
  readonly keys: Keys
}

/** Keys that the flavor's extra specs are compared by. */
export interface Keys {
  /** Of aggregate metadata. */
  readonly metadata: Set<string>
  /** Of stats of hosts. */
  readonly stats: Set<string>
  /** Asked for an order or a part of a text. */
  readonly ordered: Set<string>
  /** Asked for what words and numbers have to stay for. */
  readonly counted: Set<string>
}

/** What a walk over all documents found. */
interface Found {
  readonly kinds: Map<string, Set<Kind>>
  readonly parts: Map<Kind, Set<string>>
  readonly addresses: Set<string>
  readonly technical: Set<string>
}

/** What is done in the walks over all documents, one after the other. */
export interface Walks {
  /** Finds the keys that texts are compared by: they may stand behind what they say of it. */
  readonly scouting: Names
  /** Collects the names. */
  readonly collecting: Names
  /** Gives the walk that replaces them. */
  readonly replacing: () => Names
}

/** Makes ready to replace the names of documents. */
export function nameWalks(): Walks {
  const keys: Keys = { metadata: new Set(), stats: new Set(), ordered: new Set(), counted: new Set() }
  const found = nothingFound()
  return {
    scouting: collector(nothingFound(), keys),
    collecting: collector(found, keys),
    replacing: () => replacer(found, keys),
  }
}

function nothingFound(): Found {
  return { kinds: new Map(), parts: new Map(), addresses: new Set(), technical: new Set() }
}

function collector({ kinds, parts, addresses, technical }: Found, keys: Keys): Names {
  const add = (kind: Kind, text: string): void => void kinds.set(text, (kinds.get(text) ?? new Set()).add(kind))
  const address = (text: string): string => {
    const [base = ''] = text.split('/', 1)
    if (isAddress(base)) addresses.add(base)
    else if (base !== '') add('server', base)
    return text
  }
  const addName = (kind: Kind, text: string): string => {
    if (kind === 'value' && isPlainAddress(text)) return address(text)
    add(kind, text)
    const domain = kind === 'host' && text.includes('.') ? text.slice(text.indexOf('.') + 1) : ''
    if (/\p{L}/u.test(domain)) add('domain', domain)
    return text
  }
  return {
    keys,
    address,
    name: (kind, text) => eachItem(kind, text, (item) => addName(kind, item)),
    part(kind, text) {
      parts.set(kind, (parts.get(kind) ?? new Set()).add(text))
      return text
    },
    technical(text) {
      technical.add(text)
      return text
    },
    free(text) {
      for (const [id] of text.matchAll(IDS)) add('id', id)
      for (const [found] of text.matchAll(ADDRESSES)) addresses.add(found)
      if (isPlainAddress(text)) addresses.add(text)
      return text
    },
  }
}

function replacer({ kinds, parts, addresses, technical }: Found, keys: Keys): Names {
  const partName = partNamesOf(parts)
  const neutral = neutralAddresses(addresses)
  const isKept = (text: string): boolean => technical.has(text) || isTechnicalWord(text)
  const staysAs = (kind: Kind, text: string): boolean =>
    (kind === 'zone' && DEFAULT_ZONES.has(text)) || (kind === 'value' && isKept(text))
  const replaced = Array.from(kinds, ([text, of]) => {
    return [text, new Set([...of].filter((kind) => !staysAs(kind, text)))] as const
  }).filter(([, of]) => of.size > 0)
  const names = neutralNames(new Map(replaced), parts, partName)
  const known = replaced.filter(([text, of]) => !isKept(text) && isWord(text, of)).map(([text]) => text)
  const anywhere = new Map([...neutral, ...known.map((text) => [text, names.get(text) as string] as const)])
  const inText = wordReplacer(anywhere, isKept)
  return {
    keys,
    address(text) {
      const [base = '', ...rest] = text.split('/')
      return [neutral.get(base) ?? names.get(base) ?? base, ...rest].join('/')
    },
    name: (kind, text) =>
      eachItem(kind, text, (item) => {
        if (kind === 'value' && neutral.has(item)) return neutral.get(item) as string
        return staysAs(kind, item) ? item : (names.get(item) ?? `${kind}-unknown`)
      }),
    part: partName,
    technical: (text) => text,
    free: (text) =>
      eachItem('value', text, (item) => anywhere.get(item) ?? (technical.has(item) ? item : inText(item))),
  }
}

/** Whether a text is an address as people write them; a number alone is one too where an address belongs. */
function isPlainAddress(text: string): boolean {
  return /^\d+(\.\d+){3}$|:.*:/.test(text) && isAddress(text)
}

/** Whether a name may stand within other texts: the end of a host's name alone is too common a word. */
function isWord(text: string, kinds: ReadonlySet<Kind>): boolean {
  if (kinds.size > 1) return true
  return !kinds.has('reason') && (!kinds.has('domain') || text.includes('.'))
}

/** Replaces the names that a text holds as whole words, the longest first. */
function wordReplacer(names: ReadonlyMap<string, string>, isKept: (text: string) => boolean): (text: string) => string {
  const words = new Map([...names].filter(([text]) => text.length >= SHORTEST_WORD))
  const longest = Array.from(words.keys(), (text) => wordsAndGaps(text).length).reduce((a, b) => Math.max(a, b), 1)
  return (text) => {
    const pieces = wordsAndGaps(text)
    const result: string[] = []
    for (let at = 0; at < pieces.length; at += 1) {
      let length = at % 2 === 0 ? Math.min(longest, pieces.length - at) : 1
      let piece = pieces.slice(at, at + length).join('')
      while (length > 1 && !words.has(piece) && !(/\p{L}/u.test(piece) && isKept(piece))) {
        length -= 1
        piece = pieces.slice(at, at + length).join('')
      }
      result.push(words.get(piece) ?? piece)
      at += length - 1
    }
    return result.join('')
  }
}

/** What stands between commas, without the blanks around it, as Nova reads lists in metadata. */
function eachItem(kind: Kind, text: string, replace: (item: string) => string): string {
  if (kind === 'reason') return text === '' ? text : replace(text)
  return text
    .split(',')
    .map((piece) => {
      const item = stripSpace(piece)
      if (item === '') return piece
      const start = piece.indexOf(item)
      return piece.slice(0, start) + replace(item) + piece.slice(start + item.length)
    })
    .join(',')
}
