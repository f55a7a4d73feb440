import { NovaSchedError } from '../errors.ts'
import { hostsView, type Surroundings } from '../memory/hosts-view.ts'
import { newRecorder, requestView } from '../memory/request-view.ts'
import type { HoldersTest, HostTest } from '../plugin/filter.ts'
import type { Host } from '../plugin/host.ts'
import { kindOf } from '../util/kind-of.ts'
import type { FilterAtWork } from './filter-at-work.ts'

/** What a filter prepared for a request. */
export interface PreparedTest {
  readonly test: HostTest
  /** Uuids of instances: hosts that know none of them pass the test. Null: any host may fail. */
  readonly holdersOf: readonly string[] | null
}

/**
 * Has a filter prepare its test for a request.
 *
 * @returns null when everything passes
 * @throws what the filter throws; PLUGIN_INVALID when it prepares something else
 */
export function prepareFilter(
  filter: FilterAtWork,
  around: Surroundings,
  loaded?: unknown,
  recorder = newRecorder(),
): PreparedTest | null {
  const request = requestView(around.request, recorder)
  const prepared: unknown = filter.parts.prepare(request, hostsView(around, recorder), loaded)
  recorder.closed = true
  if (prepared === null) return null
  if (typeof prepared === 'function') return { test: prepared as HostTest, holdersOf: null }
  if (isHoldersTest(prepared)) return askedOfHolders(prepared)
  const wanted = 'a test function, { test, holdersOf } or null is needed'
  throw new NovaSchedError('PLUGIN_INVALID', `prepare returned ${kindOf(prepared)}: ${wanted}`)
}

function isHoldersTest(prepared: unknown): prepared is HoldersTest {
  const { test, holdersOf } = (prepared ?? {}) as Partial<Record<keyof HoldersTest, unknown>>
  return typeof test === 'function' && Array.isArray(holdersOf) && holdersOf.every((uuid) => typeof uuid === 'string')
}

function askedOfHolders({ test, holdersOf }: HoldersTest): PreparedTest {
  const isHolder = ({ instances }: Host): boolean => {
    // Faster than `in`.
    for (const uuid of holdersOf) if (instances[uuid] !== undefined) return true
    return false
  }
  return { test: (host) => !isHolder(host) || test(host), holdersOf }
}
