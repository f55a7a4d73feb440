import { NovaSchedError } from '../../errors.ts'
import { parseIntText, pythonRepr, stripSpace, type PythonRules } from '../../plugin/python.ts'
import { shown } from '../../util/documents/value-words.ts'
import { invalid } from './refusal.ts'
import type { NumaConstraintRules } from './rules.ts'

/** What reading a list of CPUs depends on. */
export interface CpuListRules {
  readonly rules: Pick<NumaConstraintRules, 'rangesExclude'>
  readonly python: PythonRules
}

interface Item {
  readonly excludes: boolean
  readonly first: number
  readonly last: number
}

/** Far beyond any flavor. Nova has no bound: it builds every list in memory, whatever its size. */
const MOST_CPUS = 1_000_000

/**
 * Numbers of CPUs from a text as `0-3,^1,8`, ascending, each once; maybe none.
 *
 * Items stand between commas: `N`, `A-B`, `^N` which takes N away wherever it stands, and, with `rangesExclude`, `^A-B`.
 * Blanks around items and numbers, and empty items, do not matter.
 * @param setting - the extra spec or image property, for errors
 * @throws NUMA_CONSTRAINT_INVALID for an item that is none of these, and for more than a million CPUs
 */
export function parseCpuList(text: string, setting: string, rules: CpuListRules): readonly number[] {
  const included = new Set<number>()
  const excluded = new Set<number>()
  let room = MOST_CPUS
  for (const part of text.split(',')) {
    const written = stripSpace(part)
    if (written === '') continue
    const { excludes, first, last } = readItem(written, setting, rules)
    const more = last - first
    if (!(more < room)) throw tooMany(`${setting}: ${shown(written)}`)
    room -= more + 1
    for (let step = 0; step <= more; step += 1) (excludes ? excluded : included).add(first + step)
  }
  return [...included].filter((cpu) => !excluded.has(cpu)).sort((a, b) => a - b)
}

/**
 * The CPUs of a guest, 0 and up; likewise its nodes.
 *
 * @throws NUMA_CONSTRAINT_INVALID for more than a million
 */
export function numbersBelow(count: number): readonly number[] {
  if (!(count <= MOST_CPUS)) throw tooMany(`${count}`)
  return Array.from({ length: count }, (_, number) => number)
}

function readItem(written: string, setting: string, rules: CpuListRules): Item {
  const dash = written.indexOf('-')
  const item = dash >= 0 ? readRange(written, dash, rules) : readSingle(written, rules)
  if (item !== undefined) return item
  const kind = dash >= 0 ? 'range' : written.startsWith('^') ? 'exclusion' : 'inclusion'
  throw invalid('Invalid', `Invalid ${kind} expression ${pythonRepr(written, rules.python)}`, [setting])
}

function readRange(written: string, dash: number, { rules, python }: CpuListRules): Item | undefined {
  const excludes = rules.rangesExclude && written.startsWith('^')
  const first = parseIntText(written.slice(excludes ? 1 : 0, dash), python)
  const last = parseIntText(written.slice(dash + 1), python)
  return first === undefined || last === undefined || first > last ? undefined : { excludes, first, last }
}

function readSingle(written: string, { python }: CpuListRules): Item | undefined {
  const excludes = written.startsWith('^')
  const cpu = parseIntText(excludes ? written.slice(1) : written, python)
  return cpu === undefined ? undefined : { excludes, first: cpu, last: cpu }
}

function tooMany(what: string): NovaSchedError {
  const message = `${what}: more than ${MOST_CPUS} CPUs or nodes, which no guest has; mend the flavor or image`
  return new NovaSchedError('NUMA_CONSTRAINT_INVALID', message, { most: MOST_CPUS })
}
