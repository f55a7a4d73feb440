import { NovaSchedError } from '../errors.ts'
import { hostsView, type Surroundings } from '../memory/hosts-view.ts'
import { newRecorder, requestView } from '../memory/request-view.ts'
import type { HostTest } from '../plugin/filter.ts'
import { kindOf } from '../util/kind-of.ts'
import type { FilterAtWork } from './filter-at-work.ts'

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
): HostTest | null {
  const request = requestView(around.request, recorder)
  const test: unknown = filter.parts.prepare(request, hostsView(around, recorder), loaded)
  recorder.closed = true
  if (test === null || typeof test === 'function') return test as HostTest | null
  throw new NovaSchedError('PLUGIN_INVALID', `prepare returned ${kindOf(test)}: a test function or null is needed`)
}
