import { canonical, short } from './plain-text.ts'
import { hostFacts, isEmpty, requestFacts } from './facts.ts'
import type { Scenario } from './scenario.ts'
import { kindOf, label, type Mismatch } from './stages.ts'

/**
 * The first difference and what it hangs on, a few lines: the facts of host and request that the plugin reads, and no
 * others; of lists and records only the part that differs.
 *
 * @param mismatches - in the order of the flow; not empty
 */
export function drawPicture(mismatches: readonly Mismatch[], scenario: Scenario): string {
  const [first, ...others] = mismatches as [Mismatch, ...Mismatch[]]
  const { path, expected, actual } = narrow(first.expected, first.actual)
  const why = first.why === undefined ? '' : ` (${first.why})`
  const lines = [
    `${label(first)}${path}: expected ${short(expected)}, got ${short(actual)}${why}`,
    ...facts(first, scenario).map(([name, value]) => `${name}: ${short(compact(value))}`),
  ]
  const rest = [...new Set(others.map(kindOf))].join(', ')
  if (others.length > 0) lines.push(`and ${others.length} more: ${short(rest, 160)}`)
  return lines.join('\n    ')
}

/** What makes a smaller failure the same one: what differs, without numbers of hosts and rounds, and how. */
export function markOf(mismatch: Mismatch): string {
  const { path, expected, actual } = narrow(mismatch.expected, mismatch.actual)
  const part = `${mismatch.part ?? ''}${path}`.replace(/\d+/g, '#')
  return [kindOf(mismatch), part, shapeOf(expected), shapeOf(actual)].join(' ')
}

/** Names of errors and what is no number are told as they are, of other values what they are. */
function shapeOf(value: unknown): string {
  if (typeof value === 'string') return /^!?[A-Z]\w+$/.test(value) ? value : 'text'
  if (typeof value === 'number') return 'number'
  return Array.isArray(value) ? 'list' : isRecord(value) ? 'record' : String(value)
}

/** The smallest part in which two values differ, and the way to it. */
export function narrow(
  expected: unknown,
  actual: unknown,
  path = '',
): { path: string; expected: unknown; actual: unknown } {
  const here = { path, expected, actual }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return here
    const at = expected.findIndex((item, index) => canonical(item) !== canonical(actual[index]))
    // A ranking tells more as a pair of host and number than as one of them.
    return expected.every(isPair)
      ? { path: `${path}[${at}]`, expected: expected[at] as unknown, actual: actual[at] as unknown }
      : narrow(expected[at], actual[at], `${path}[${at}]`)
  }
  if (!isRecord(expected) || !isRecord(actual)) return here
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
  const differing = [...keys].find((key) => canonical(expected[key]) !== canonical(actual[key]))
  return differing === undefined ? here : narrow(expected[differing], actual[differing], `${path}.${differing}`)
}

function facts(mismatch: Mismatch, scenario: Scenario): readonly (readonly [string, unknown])[] {
  const request = scenario.requests?.[mismatch.request ?? 0] ?? scenario.request
  return [...hostFacts(mismatch, scenario), ...(request === undefined ? [] : requestFacts(mismatch, request))]
}

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Data as people write it: no quotes where none are needed, nothing of what is empty. */
function compact(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`
  if (typeof value === 'string') return /^[^\s,:[\]{}"]+$/.test(value) ? value : JSON.stringify(value)
  if (!isRecord(value)) return String(value)
  const parts = Object.entries(value).filter(([, item]) => !isEmpty(item))
  return `{${parts.map(([key, item]) => `${key}: ${compact(item)}`).join(', ')}}`
}
