import { isNovaSchedError, readRequest, type Host, type Inspector } from '@nova-sched/core'
import type { Differences } from './compare.ts'
import { placeName } from './compare-decision.ts'
import { sameKind } from './python-errors.ts'
import type { Expectation, ScenarioRequest } from './scenario.ts'

/** Compares each plugin alone: every filter with every host, every weigher with every host that was weighed. */
export async function comparePlugins(
  inspector: Inspector,
  scenarioRequest: ScenarioRequest,
  expect: Expectation,
  differences: Differences,
): Promise<void> {
  const request = readRequest(scenarioRequest)
  differences.equal('weigher_order', inspector.weighers, expect.weigher_order ?? inspector.weighers)
  for (const [filter, answers] of Object.entries(expect.per_filter ?? {})) {
    for (const [name, expected] of Object.entries(answers)) {
      const host = hostNamed(inspector, name)
      const actual = await answer(() =>
        inspector.askFilter(filter, host, request).then(({ verdict }) => verdict === true),
      )
      compareAnswer(`per_filter ${filter} ${name}`, actual, expected, differences)
    }
  }
  for (const [weigher, raws] of Object.entries(expect.weights ?? {})) {
    for (const [name, expected] of Object.entries(raws)) {
      const host = hostNamed(inspector, name)
      const actual = await answer(() => Promise.resolve(inspector.rawWeight(weigher, host, request)))
      compareAnswer(`weights ${weigher} ${name}`, actual, expected, differences)
    }
  }
}

function hostNamed(inspector: Inspector, name: string): Host {
  const host = inspector.hosts.find((candidate) => placeName(candidate) === name)
  if (host === undefined) throw new RangeError(`the scenario expects something of ${name}, which is no candidate`)
  return host
}

type Answer = { readonly value: unknown } | { readonly code: string | null }

async function answer(ask: () => Promise<unknown>): Promise<Answer> {
  try {
    return { value: await ask() }
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    const { cause } = error.details as { cause?: { code: string | null } }
    return { code: cause === undefined ? error.code : cause.code }
  }
}

function compareAnswer(stage: string, actual: Answer, expected: unknown, differences: Differences): void {
  const pythonClass = typeof expected === 'string' ? expected.slice(1) : undefined
  if ('value' in actual) differences.equal(stage, actual.value, expected)
  else if (pythonClass === undefined || !sameKind(pythonClass, actual.code)) {
    differences.found.push({ stage, expected, actual: actual.code })
  }
}
