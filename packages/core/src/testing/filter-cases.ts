import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { ErrorCode } from '../errors.ts'
import { filterAtWork } from '../filter/filter-at-work.ts'
import { runFilters } from '../filter/run.ts'
import type { Filter } from '../plugin/filter.ts'
import type { HostFields } from '../plugin/host.ts'
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

/** Cases of a filter, by what must come of them. */
export interface FilterCases extends TestEnv {
  readonly passes?: readonly (FilterCase & { readonly limits?: Readonly<Record<string, number>> })[]
  /** `details` are compared as far as they are given. */
  readonly rejects?: readonly (FilterCase & { readonly reason: string; readonly details?: Details })[]
  readonly faults?: readonly (FilterCase & { readonly code: ErrorCode })[]
}

/** A test for any test runner: call it with the runner's `test(name, run)`. */
export interface NamedTest {
  readonly name: string
  readonly run: () => Promise<void>
}

/**
 * Tests of a filter through the engine's own runner: what it passes, what it rejects and why, what it breaks on.
 * A rejection must give a reason that the filter declares.
 */
export function filterCases(filter: Filter, cases: FilterCases): readonly NamedTest[] {
  const { passes = [], rejects = [], faults = [], ...shared } = cases
  return [
    ...passes.map((one) => named('passes', one, () => checkPass(filter, { ...shared, ...one }, one.limits))),
    ...rejects.map((one) =>
      named('rejects', one, () => checkRejection(filter, { ...shared, ...one }, one.reason, one.details)),
    ),
    ...faults.map((one) => named('breaks on', one, () => checkFault(filter, { ...shared, ...one }, one.code))),
  ]
}

function named(kind: string, { name }: FilterCase, run: () => Promise<void>): NamedTest {
  return { name: `${kind} ${name}`, run }
}

interface Outcome {
  readonly verdict: true | false | Rejection
  readonly limits: Readonly<Record<string, number>>
}

async function ask(filter: Filter, one: FilterCase): Promise<Outcome> {
  const work = filterAtWork(filter, testEnv(filter.options, one))
  const hosts = [aHost(one.host), ...(one.others ?? []).map((other) => aHost(other))]
  const request = aRequest(one.request)
  const rejections: (false | Rejection)[] = []
  await runFilters([work], [0], {
    request,
    hosts,
    instance: 0,
    signal: new AbortController().signal,
    onReject: (_host, _filter, no) => void rejections.push(no),
  })
  const [verdict = true] = rejections
  const limits = verdict === true ? (work.parts.limits?.(hosts[0] as never, request) ?? {}) : {}
  return { verdict, limits }
}

async function checkPass(filter: Filter, one: FilterCase, limits?: Readonly<Record<string, number>>): Promise<void> {
  const outcome = await ask(filter, one)
  deepStrictEqual(outcome.verdict, true)
  if (limits !== undefined) deepStrictEqual({ ...outcome.limits }, limits)
}

async function checkRejection(filter: Filter, one: FilterCase, reason: string, details: Details = {}): Promise<void> {
  const { verdict } = await ask(filter, one)
  if (!isRejection(verdict))
    throw new Error(verdict ? 'the host passed' : 'the filter gave no reason: return reject(…)')
  strictEqual(verdict.reason, reason)
  const compared = Object.fromEntries(Object.keys(details).map((key) => [key, verdict.details[key]]))
  deepStrictEqual(compared, { ...details })
}

async function checkFault(filter: Filter, one: FilterCase, code: ErrorCode): Promise<void> {
  const outcome = await ask(filter, one).then(
    (passed) => `no fault: ${JSON.stringify(passed)}`,
    (error: unknown) => causeOf(error),
  )
  strictEqual(outcome, code)
}
