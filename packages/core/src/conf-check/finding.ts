import { quote, oneLine } from '../conf/quote.ts'
import { maskValue } from '../conf/mask.ts'
import type { Finding } from '../errors.ts'
import { type CheckCode, CONF_CHECKS } from './codes.ts'

/** What `conf check` finds: what is wrong, where, why it matters, and what to write. */
export interface CheckFinding extends Finding {
  readonly code: CheckCode
  readonly why: string
  readonly fix: string
}

/** Where a finding stands: a file, a line, an option. */
export type Spot = Pick<Finding, 'file' | 'line' | 'path'>

/** What a check says of a finding; level and reason are those of the code unless it knows better. */
export interface Told {
  readonly at?: Spot
  readonly message: string
  readonly fix: string
  readonly why?: string
  readonly level?: Finding['level']
}

/** A finding of a code. */
export function finding(code: CheckCode, { at = {}, message, fix, why, level }: Told): CheckFinding {
  const kind = CONF_CHECKS[code]
  return { level: level ?? kind.level, code, ...at, message, why: why ?? kind.why, fix }
}

/** A value of a file as messages show it: on one line, without the credentials of URLs. */
export function shown(value: string): string {
  return quote(maskValue(value, false))
}

/** The same without quotes, for names. */
export function shownName(value: string): string {
  return oneLine(maskValue(value, false))
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], word = 'and'): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`
}

const LEVELS: readonly Finding['level'][] = ['error', 'warning', 'hint']

/** Errors first, then warnings, then hints; within a level file by file, line by line, those without a place first. */
export function inOrder(findings: readonly CheckFinding[], files: readonly string[]): CheckFinding[] {
  const fileAt = new Map(files.map((file, index) => [file, index]))
  const placeOf = ({ file = '' }: Finding): number => fileAt.get(file) ?? -1
  return findings.toSorted(
    (a, b) =>
      LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || placeOf(a) - placeOf(b) || (a.line ?? 0) - (b.line ?? 0),
  )
}
