import { fault } from './fault.ts'
import type { PythonRules } from './python.ts'
import { SPACES } from './python/space.ts'

/** Two or three numbers, and a pre-release letter with its number. */
interface StrictVersion {
  readonly numbers: readonly [number, number, number]
  /** `a1` is before `b1` is before the release itself, which has none. */
  readonly pre: readonly [letter: string, number: number] | null
}

type Check = (hostVersion: StrictVersion) => boolean

const VERSION = /^(\d+)\.(\d+)(?:\.(\d+))?(?:([ab])(\d+))?$/
const PATTERNS = { ascii: patternsWith('\\t-\\r '), unicode: patternsWith(SPACES) }
const HOLDS: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['<=', (order) => order <= 0],
  ['>=', (order) => order >= 0],
  ['<', (order) => order < 0],
  ['>', (order) => order > 0],
  ['!=', (order) => order !== 0],
  ['==', (order) => order === 0],
])

/**
 * A predicate on versions, such as `>=2.1,<3.0`, in the grammar of Python's distutils: comparisons separated by commas,
 * all of which must hold, each with one version of two or three numbers (`6` alone is none) and perhaps a pre-release
 * (`2.1a1`).
 *
 * @returns null when the text is none; else the test of a version, which throws VALUE_MALFORMED for what is no version
 */
export function compileStrictPredicate(text: string, python: PythonRules): ((version: string) => boolean) | null {
  const { paren, comparison } = PATTERNS[python.patternsKnowUnicode ? 'unicode' : 'ascii']
  // Nova puts the text between parentheses and reads the first line of that: what follows `)` and a line end is not read.
  const inner = paren.exec(`(${text})`.split('\n', 1)[0] ?? '')?.[1]
  const checks = (inner?.split(',') ?? []).map((part) => compileComparison(part, comparison))
  if (checks.length === 0 || !checks.every((check) => check !== undefined)) return null
  return (told) => {
    const version = parseVersion(told)
    if (version !== undefined) return checks.every((check) => check(version))
    const message = `the host's version ${JSON.stringify(told)} is not of two or three numbers`
    throw fault('VALUE_MALFORMED', message, { version: told })
  }
}

function patternsWith(blank: string): { readonly paren: RegExp; readonly comparison: RegExp } {
  return {
    paren: new RegExp(`^\\((.*)\\)[${blank}]*$`, 's'),
    comparison: new RegExp(`^[${blank}]*(<=|>=|<|>|!=|==)[${blank}]*([^${blank},]+)[${blank}]*$`),
  }
}

function compileComparison(text: string, comparison: RegExp): Check | undefined {
  const [, operator = '', versionText = ''] = comparison.exec(text) ?? []
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
