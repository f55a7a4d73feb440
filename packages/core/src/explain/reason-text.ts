import type { FilterAtWork } from '../filter/filter-at-work.ts'
import type { DataMap } from '../plugin/request.ts'
import type { Rejection } from '../plugin/verdict.ts'
import { errorText } from '../util/error-text.ts'
import { dataMap } from '../util/freeze.ts'

/** What a filter's no says: a code, a text for people, and its numbers as plain data. */
export interface ReasonText {
  readonly reason: string | null
  readonly message: string
  readonly details: DataMap
}

/** Tells a filter's no. */
export function reasonText({ definition, name }: FilterAtWork, verdict: false | Rejection): ReasonText {
  if (verdict === false) return { reason: null, message: `${name} gave no reason`, details: dataMap([]) }
  const details = plainDetails(verdict.details)
  const text = definition.reasons?.[verdict.reason] ?? verdict.reason
  const message = text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(details, key) ? valueText(details[key]) : whole,
  )
  return { reason: verdict.reason, message, details }
}

/** What `needed` exceeds `available` by; null when the details do not tell. */
export function shortfall(details: DataMap): { needed: number; available: number; short: number } | null {
  const { needed, available } = details
  if (typeof needed !== 'number' || typeof available !== 'number') return null
  return { needed, available, short: needed - available }
}

function plainDetails(details: unknown): DataMap {
  const plain = dataMap(keysOf(details).map((key) => [key, plainProperty(details as object, key)]))
  const short = shortfall(plain)
  return short === null || 'short' in plain ? plain : dataMap([...Object.entries(plain), ['short', short.short]])
}

function keysOf(details: unknown): readonly string[] {
  try {
    return Object.keys(details ?? {})
  } catch {
    return []
  }
}

function plainProperty(details: object, key: string): unknown {
  try {
    return plainValue((details as Readonly<Record<string, unknown>>)[key])
  } catch (error) {
    return `(cannot be shown: ${errorText(error)})`
  }
}

/** As JSON will show it: details come from anybody's plugin. */
function plainValue(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object') return errorText(value)
  return JSON.parse(JSON.stringify(value)) as unknown
}

/** Numbers with up to four decimals, cut off: what is a little too small must not read as enough. */
function valueText(value: unknown): string {
  if (typeof value === 'number')
    return /\.\d{5}/.test(String(value)) ? String(Math.floor(value * 1e4) / 1e4) : String(value)
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(valueText).join(', ') : JSON.stringify(value)
}
