import { fault } from '@nova-sched/core/plugin'

/** Two or three numbers, and a pre-release letter with its number. */
interface StrictVersion {
  readonly numbers: readonly [number, number, number]
  /** `a1` is before `b1` is before the release itself, which has none. */
  readonly pre: readonly [letter: string, number: number] | null
}

type Check = (hostVersion: StrictVersion) => boolean

const VERSION = /^(\d+)\.(\d+)(?:\.(\d+))?(?:([ab])(\d+))?$/
const COMPARISON = /^[ \t-\r]*(<=|>=|<|>|!=|==)[ \t-\r]*([^ \t-\r,]+)[ \t-\r]*$/
const HOLDS: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['<=', (order) => order <= 0],
  ['>=', (order) => order >= 0],
  ['<', (order) => order < 0],
  ['>', (order) => order > 0],
  ['!=', (order) => order !== 0],
  ['==', (order) => order === 0],
])

/**
 * A predicate on a host's version, such as `>=2.1,<3.0`, in the grammar of distutils (releases up to 2025.1): comparisons
 * separated by commas, all of which must hold, each with one version of two or three numbers (`6` alone is none) and
 * perhaps a pre-release (`2.1a1`).
 *
 * Never throws itself; the function made throws VALUE_MALFORMED when the predicate or the host's version is malformed.
 */
export function compileStrictPredicate(text: string): (hostVersion: string) => boolean {
  // Nova puts the text between parentheses and reads the first line of that: what follows `)` and a line end is not read.
  const inner = /^\((.*)\)[ \t-\r]*$/s.exec(`(${text})`.split('\n', 1)[0] ?? '')?.[1]
  const checks = inner?.split(',').map(compileComparison) ?? [undefined]
  return (hostVersion) => {
    if (!checks.every((check) => check !== undefined)) {
      throw fault(
        'VALUE_MALFORMED',
        `${JSON.stringify(text)} is not a version predicate: write comparisons with <, <=, >, >=, == or != and a version ` +
          'of two or three numbers, such as ">=2.1,<3.0"',
        { predicate: text },
      )
    }
    const version = parseVersion(hostVersion)
    if (version === undefined) {
      throw fault(
        'VALUE_MALFORMED',
        `the host's version ${JSON.stringify(hostVersion)} is not of two or three numbers`,
        {
          version: hostVersion,
        },
      )
    }
    return checks.every((check) => check(version))
  }
}

/**
 * A hypervisor version as Nova stores it, one number in groups of 1000, in dotted form: 1002003 is `1.2.3`, 3 is `3`.
 *
 * @throws TYPE_MISMATCH for 0, on which Nova breaks (it does not ask then); VALUE_MALFORMED for what is no whole number
 * above 0
 */
export function hypervisorVersionText(version: number): string {
  if (version === 0) throw fault('TYPE_MISMATCH', 'the hypervisor version 0 has no dotted form', { version })
  if (!Number.isSafeInteger(version) || version < 0) {
    throw fault('VALUE_MALFORMED', `the hypervisor version ${version} is not a whole number above 0`, { version })
  }
  const groups: number[] = []
  for (let rest = version; rest > 0; rest = Math.floor(rest / 1000)) groups.unshift(rest % 1000)
  return groups.join('.')
}

function compileComparison(text: string): Check | undefined {
  const [, operator = '', versionText = ''] = COMPARISON.exec(text) ?? []
  const holds = HOLDS.get(operator)
  const wanted = parseVersion(versionText)
  return holds && wanted && ((hostVersion) => holds(compareVersions(hostVersion, wanted)))
}

function parseVersion(text: string): StrictVersion | undefined {
  const found = VERSION.exec(text)
  if (!found) return undefined
  const [, major, minor, patch = '0', letter, number] = found
  const pre = letter === undefined ? null : ([letter, Number(number)] as const)
  return { numbers: [Number(major), Number(minor), Number(patch)], pre }
}

function compareVersions(a: StrictVersion, b: StrictVersion): number {
  for (const [at, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (!a.pre || !b.pre) return Number(!a.pre) - Number(!b.pre)
  if (a.pre[0] !== b.pre[0]) return a.pre[0] < b.pre[0] ? -1 : 1
  return a.pre[1] - b.pre[1]
}
