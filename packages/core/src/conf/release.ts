import { type Finding, NovaSchedError } from '../errors.ts'
import { RELEASE_NUMBERS, type Release } from '../releases.ts'
import { groupKey } from './known.ts'
import type { ConfDocument } from './lines.ts'
import { CORE_OPTIONS } from './options/index.ts'
import type { CoreOption } from './options/shape.ts'
import { quote } from './quote.ts'
import { changesBetween } from './release-changes.ts'
import { findRelease, KILO, knownReleases, type NovaRelease, novaRelease, profileOf } from './release-names.ts'

/** Whose rules apply, and why. */
export interface ReleaseChoice {
  /** The release whose rules are followed. */
  readonly release: Release
  /** The release that was asked for; its names and defaults of options hold. */
  readonly asked: NovaRelease
  /** How it was decided, such as `--release zed`. */
  readonly reason: string
  readonly findings: readonly Finding[]
}

/** Sections that Kilo does not know. */
const LATER_GROUPS = ['filter_scheduler', 'scheduler']

/**
 * Decides whose rules apply: what was asked for, else `[nova_sched] release`, else what the names in the files belong to,
 * else Kilo.
 *
 * @param asked - the `--release` of the command
 * @throws RELEASE_UNKNOWN with the known names, and the place when it stands in a file
 */
export function chooseRelease(asked: string | undefined, documents: readonly ConfDocument[]): ReleaseChoice {
  if (asked !== undefined) return choice(named(asked, '--release'), `--release ${asked}`)
  const set = assignmentsOf(documents, 'nova_sched', ['release']).at(-1)
  if (set && set.value.trim() !== '') {
    const place = `${set.file}:${set.line}`
    return choice(named(set.value, `${place}: [nova_sched] release`), `[nova_sched] release in ${place}`)
  }
  return choiceByNames(documents)
}

function named(text: string, what: string): NovaRelease {
  const release = findRelease(text)
  if (release) return release
  const message = `${what}: unknown release ${quote(text)}; known are ${knownReleases()}`
  throw new NovaSchedError('RELEASE_UNKNOWN', message, { release: text })
}

function choice(asked: NovaRelease, reason: string): ReleaseChoice {
  const release = profileOf(asked.number)
  const changes = changesBetween(RELEASE_NUMBERS[release], asked.number)
  if (asked.number === RELEASE_NUMBERS[release]) return { release, asked, reason, findings: [] }
  const differ =
    changes.length === 0 ? 'no rule is known to differ' : ['these are known to differ:', ...changes].join('\n  ')
  const message = `the rules of ${release} stand in for those of ${asked.name}; ${differ}`
  return { release, asked, reason, findings: [{ level: 'warning', message }] }
}

function choiceByNames(documents: readonly ConfDocument[]): ReleaseChoice {
  const kilo = assignmentsOf(documents, 'DEFAULT', KILO_NAMES)[0]
  const header = documents.flatMap(({ file, headers }) => headers.map((each) => ({ file, ...each })))
  const later = header.find(({ name }) => LATER_GROUPS.includes(groupKey(name)))
  const kiloName = kilo && `${kilo.key} in [DEFAULT], ${kilo.file}:${kilo.line}`
  const laterName = later && `section [${later.name}], ${later.file}:${later.line}`
  if (kiloName !== undefined && laterName !== undefined) {
    const reason = 'the files have names of Kilo and of later releases'
    const message = `names of Kilo (${kiloName}) and of later releases (${laterName}): kilo is taken; say which with --release or [nova_sched] release`
    return { ...choice(novaRelease(KILO), reason), findings: [{ level: 'warning', message }] }
  }
  if (laterName !== undefined) return choice(novaRelease(RELEASE_NUMBERS.zed), laterName)
  return choice(novaRelease(KILO), kiloName ?? 'nothing says otherwise')
}

/** The names of the filter scheduler that Kilo reads in [DEFAULT], and Zed does not. */
const KILO_NAMES: readonly string[] = Object.values(CORE_OPTIONS as Record<string, CoreOption>)
  .filter(({ names }) => names.some(({ group }) => LATER_GROUPS.includes(group)))
  .flatMap(({ names }) => names.filter(({ group, until }) => group === 'DEFAULT' && until < RELEASE_NUMBERS.zed))
  .map(({ name }) => name)

function assignmentsOf(documents: readonly ConfDocument[], group: string, keys: readonly string[]) {
  return documents.flatMap(({ file, assignments }) => {
    const found = assignments.filter(({ section, key }) => groupKey(section) === group && keys.includes(key))
    return found.map((assignment) => ({ file, ...assignment }))
  })
}
