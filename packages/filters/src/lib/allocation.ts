import { reject, type Change, type Details, type FlavorSize, type Host, type Rejection } from '@nova-sched/core/plugin'
import type { Limit } from './limit.ts'

/** What a host has of something that may be promised several times over, and what is asked of it. */
export interface Allocation {
  readonly total: number
  readonly used: number
  readonly needed: number
}

/** Ratios are told in steps of this part of one. */
const STEPS = 10_000

/** Beyond this a ratio says nothing any more. */
const LARGEST_RATIO = 1e8

/** The rejection of a host that has too little left: total × ratio - used is below what is needed. */
export function tooLittle(
  reason: string,
  unit: string,
  host: Host,
  limit: Limit,
  { total, used, needed }: Allocation,
  more: Details = {},
): Rejection {
  const ratio = limit.of(host)
  const available = total * ratio - used
  return reject(reason, { needed, available, unit, total, ratio, source: limit.source(host), used, ...more })
}

/** What would raise the ratio of a host just as far as is needed, each change alone. */
export function ratioChanges(limit: Limit, host: Host, allocation: Allocation): readonly Change[] {
  const ratio = smallestRatio(allocation)
  return ratio === null ? [] : limit.raise(host, ratio)
}

/**
 * The smallest ratio of four decimals at which total × ratio - used is at least what is needed, in floating point.
 *
 * @returns null when there is none, or none that makes sense
 */
export function smallestRatio({ total, used, needed }: Allocation): number | null {
  const about = (needed + used) / total
  if (!(total > 0) || !(Math.abs(about) < LARGEST_RATIO)) return null
  const first = Math.ceil(about * STEPS) - 1
  const ratios = [first, first + 1, first + 2].map((step) => step / STEPS)
  return ratios.find((ratio) => total * ratio - used >= needed) ?? null
}

/** The largest size of a flavor that is at least 1 and no more than what is available. */
export function sizeChanges(field: FlavorSize, available: number): readonly Change[] {
  const value = Math.floor(available)
  return value >= 1 ? [{ kind: 'flavor', field, value }] : []
}
