import { isNovaSchedError, readRequest, type BuiltRelease, type Host, type Inspector } from '@nova-sched/core'
import type { FlowDifferences, Where } from './stages.ts'
import { placeName } from './compare-decision.ts'
import { sameKind } from './python-errors.ts'
import type { Expectation, ScenarioRequest } from './scenario.ts'

/** Compares each plugin alone: every filter with every host, every weigher with every host that was weighed. */
export async function comparePlugins(
  inspector: Inspector,
  asked: ScenarioRequest,
  release: BuiltRelease,
  expect: Expectation,
  differences: FlowDifferences,
): Promise<void> {
  const request = readRequest(asked, release)
  for (const [plugin, answers] of Object.entries(expect.per_filter ?? {})) {
    for (const [place, expected] of Object.entries(answers)) {
      const host = candidate(inspector, plugin, place, differences)
      if (host === null) continue
      const actual = await answer(async () => {
        const { verdict } = await inspector.askFilter(plugin, host, request)
        return typeof verdict === 'boolean' ? { value: verdict } : { value: false, why: JSON.stringify(verdict) }
      })
      compareAnswer({ stage: 'per_filter', plugin, place }, actual, expected, differences)
    }
  }
  for (const [plugin, raws] of Object.entries(expect.weights ?? {})) {
    for (const [place, expected] of Object.entries(raws)) {
      const host = candidate(inspector, plugin, place, differences)
      if (host === null) continue
      const actual = await answer(() => Promise.resolve({ value: inspector.rawWeight(plugin, host, request) }))
      compareAnswer({ stage: 'weights', plugin, place }, actual, expected, differences)
    }
  }
}

/** The host to ask about; null, and a difference, where we do not have the host or the plugin. */
function candidate(inspector: Inspector, plugin: string, place: string, differences: FlowDifferences): Host | null {
  const isEnabled = inspector.filters.includes(plugin) || inspector.weighers.includes(plugin)
  if (!isEnabled) differences.add({ stage: 'config', plugin, expected: 'enabled', actual: 'not enabled' })
  const host = inspector.hosts.find((one) => placeName(one) === place)
  if (host === undefined) differences.add({ stage: 'inventory', place, expected: 'a candidate', actual: 'none' })
  return isEnabled ? (host ?? null) : null
}

type Answer =
  { readonly value: unknown; readonly why?: string } | { readonly code: string | null; readonly why: string }

async function answer(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    const { cause } = error.details as { cause?: { code: string | null } }
    return { code: cause === undefined ? error.code : cause.code, why: error.message }
  }
}

function compareAnswer(where: Where, actual: Answer, expected: unknown, differences: FlowDifferences): void {
  const pythonClass = typeof expected === 'string' ? expected.slice(1) : undefined
  if ('value' in actual) differences.equal(where, actual.value, expected, actual.why)
  else if (pythonClass === undefined || !sameKind(pythonClass, actual.code)) {
    differences.add({ ...where, expected, actual: actual.code, why: actual.why })
  }
}
