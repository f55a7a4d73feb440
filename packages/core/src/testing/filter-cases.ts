import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { ErrorCode } from '../errors.ts'
import { reasonText } from '../explain/reason-text.ts'
import { filterAtWork } from '../filter/filter-at-work.ts'
import { runFilters } from '../filter/run.ts'
import type { Change } from '../plugin/change.ts'
import type { Filter } from '../plugin/filter.ts'
import type { Host, HostFields } from '../plugin/host.ts'
import type { Limits } from '../plugin/request.ts'
import { isRejection, type Details, type Rejection } from '../plugin/verdict.ts'
import { aHost, aRequest, type RequestOverrides } from './builders.ts'
import { causeOf } from './cause.ts'
import { testEnv, type TestEnv } from './env.ts'

/** One host, one request, and what differs from the defaults of {@link aHost} and {@link aRequest}. */
export interface FilterCase extends TestEnv {
  readonly name: string
  readonly host?: Partial<HostFields>
  /** Other hosts that are known. */
  readonly others?: readonly Partial<HostFields>[]
  readonly request?: RequestOverrides
}

/** A host that must pass; what is given beside is compared. */
export interface PassCase extends FilterCase {
  readonly limits?: Limits
  readonly notes?: readonly string[]
}

/** A host that must be rejected for a reason; what is given beside is compared. */
export interface RejectCase extends FilterCase {
  readonly reason: string
  /** Compared as far as they are given. */
  readonly details?: Details
  /** The reason's text with the details in it. */
  readonly message?: string
  readonly notes?: readonly string[]
  readonly changes?: readonly Change[]
}

/** Cases of a filter, by what must come of them. */
export interface FilterCases extends TestEnv {
  readonly passes?: readonly PassCase[]
  readonly rejects?: readonly RejectCase[]
  readonly faults?: readonly (FilterCase & { readonly code: ErrorCode })[]
}

/** A test for any test runner: call it with the runner's `test(name, run)`. */
export interface NamedTest {
  readonly name: string
  readonly run: () => Promise<void>
}

/**
 * Tests of a filter through the engine's own runner: what it passes, what it rejects and why, what it breaks on.
 * A rejection must give a reason that the filter declares, and plain details, all those that the reason's text names.
 */
export function filterCases(filter: Filter, cases: FilterCases): readonly NamedTest[] {
  const { passes = [], rejects = [], faults = [], ...shared } = cases
  return [
    ...passes.map((one) => named('passes', one, () => checkPass(filter, { ...shared, ...one }))),
    ...rejects.map((one) => named('rejects', one, () => checkRejection(filter, { ...shared, ...one }))),
    ...faults.map((one) => named('breaks on', one, () => checkFault(filter, { ...shared, ...one }, one.code))),
  ]
}

function named(kind: string, { name }: FilterCase, run: () => Promise<void>): NamedTest {
  return { name: `${kind} ${name}`, run }
}

interface Outcome {
  readonly verdict: true | false | Rejection
  readonly message: string | null
  readonly limits: Limits
  readonly notes: readonly string[]
  readonly changes: readonly Change[]
}

async function ask(filter: Filter, one: FilterCase): Promise<Outcome> {
  const env = testEnv(filter.options, one)
  const work = filterAtWork(filter, env)
  const host = aHost(one.host)
  const hosts = [host, ...(one.others ?? []).map((other): Host => aHost(other))]
  const request = aRequest(one.request)
  const rejections: (false | Rejection)[] = []
  await runFilters([work], [0], {
    request,
    hosts,
    instance: 0,
    rules: env.rules,
    signal: new AbortController().signal,
    onReject: (_host, _filter, no) => void rejections.push(no),
  })
  const [verdict = true] = rejections
  const { limits, notes, changes } = work.parts
  return {
    verdict,
    message: verdict === true ? null : reasonText(work, verdict).message,
    limits: verdict === true ? (limits?.(host, request) ?? {}) : {},
    notes: notes?.(host, request) ?? [],
    changes: isRejection(verdict) ? (changes?.(host, request, verdict) ?? []) : [],
  }
}

async function checkPass(filter: Filter, one: PassCase): Promise<void> {
  const { verdict, limits, notes } = await ask(filter, one)
  deepStrictEqual(verdict, true)
  if (one.limits !== undefined) deepStrictEqual({ ...limits }, one.limits)
  if (one.notes !== undefined) deepStrictEqual(notes, one.notes)
}

async function checkRejection(filter: Filter, one: RejectCase): Promise<void> {
  const { verdict, message, notes, changes } = await ask(filter, one)
  if (!isRejection(verdict))
    throw new Error(verdict ? 'the host passed' : 'the filter gave no reason: return reject(…)')
  strictEqual(verdict.reason, one.reason)
  const { details = {} } = one
  const compared = Object.fromEntries(Object.keys(details).map((key) => [key, verdict.details[key]]))
  deepStrictEqual(compared, { ...details })
  checkDetails(filter.reasons?.[verdict.reason] ?? '', verdict.details)
  if (one.message !== undefined) strictEqual(message, one.message)
  if (one.notes !== undefined) deepStrictEqual(notes, one.notes)
  if (one.changes !== undefined) deepStrictEqual(changes, one.changes)
}

/** Details are told to people by the reason's text, and to programs as JSON. */
function checkDetails(text: string, details: Details): void {
  const lacking = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).filter((name) => !(name in details))
  if (lacking.length > 0) throw new Error(`the reason's text names ${lacking.join(', ')}: the details lack that`)
  const odd = Object.keys(details).filter((name) => !isPlain(details[name]))
  if (odd.length > 0) throw new Error(`the details ${odd.join(', ')} are no plain data: JSON cannot hold them`)
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean', 'object'].includes(typeof value)
  if (Array.isArray(value)) return value.every(isPlain)
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === null || prototype === Object.prototype) && Object.values(value).every(isPlain)
}

async function checkFault(filter: Filter, one: FilterCase, code: ErrorCode): Promise<void> {
  const outcome = await ask(filter, one).then(
    (passed) => `no fault: ${JSON.stringify(passed)}`,
    (error: unknown) => causeOf(error),
  )
  strictEqual(outcome, code)
}
