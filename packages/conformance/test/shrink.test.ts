import { describe, expect, test } from 'vitest'
import { generateScenario } from '../src/generate/index.ts'
import { answered, type Oracle } from '../src/oracle.ts'
import type { Result } from '../src/result.ts'
import type { Scenario } from '../src/scenario.ts'
import { axesOf } from '../src/shrink/axes.ts'
import { shrink } from '../src/shrink/shrink.ts'
import { checkScenario } from '../src/vectors.ts'
import { scenarioOf } from './lib.ts'

/** A Nova that knows an answer for everything that still has a host. */
const oracle: Oracle = {
  workers: 1,
  decide: ({ inventory }) =>
    inventory.hosts.length === 0 ? Promise.reject(new Error('no host')) : Promise.resolve({ filtered: [] }),
  close: () => Promise.resolve(),
}

const failing =
  (fails: (scenario: Scenario) => boolean, kind = 'filtered') =>
  (scenario: Scenario): Promise<Result> =>
    Promise.resolve(fails(scenario) ? { id: scenario.id, ok: false, kind } : { id: scenario.id, ok: true })

const cellsOf = ({ request }: Scenario): readonly number[] => {
  const asked = request?.request_spec.instance_properties?.numa_topology as
    { cells: { id: number }[] } | null | undefined
  return (asked?.cells ?? []).map(({ id }) => id)
}

function scenarioWith(test: (scenario: Scenario) => boolean): Scenario {
  for (let index = 0; index < 2000; index += 1) {
    const scenario = answered(generateScenario(5, index), {})
    if (test(scenario)) return scenario
  }
  throw new RangeError('no such scenario')
}

describe('with Nova at hand', () => {
  test.each<[string, (scenario: Scenario) => boolean, (small: Scenario) => unknown, unknown]>([
    [
      'a host',
      ({ inventory }) => inventory.hosts.some(({ host }) => host === 'host3'),
      ({ inventory }) => inventory.hosts.map(({ host }) => host),
      ['host3'],
    ],
    [
      'a filter',
      ({ conf }) => conf.includes('ComputeCapabilitiesFilter'),
      ({ conf }) => conf.trim(),
      'enabled_filters = ComputeCapabilitiesFilter',
    ],
    [
      'an extra spec',
      ({ request }) => JSON.stringify(request).includes('"capabilities:vcpus_total"'),
      ({ request }) => Object.keys(request?.request_spec.instance_type?.extra_specs ?? {}),
      ['capabilities:vcpus_total'],
    ],
    ['a NUMA cell', (scenario) => cellsOf(scenario).includes(1), cellsOf, [1]],
  ])('keeps %s that matters, and little else', async (_what, fails, left, expected) => {
    const scenario = scenarioWith((one) => one.request !== undefined && fails(one))
    const small = await shrink(scenario, failing(fails), oracle)
    expect(left(small)).toEqual(expected)
    expect(JSON.stringify(small).length).toBeLessThan(JSON.stringify(scenario).length)
    expect(small.inventory.hosts).toHaveLength(1)
    expect(small.expect).toEqual({ filtered: [] })
  })

  test('keeps a failure of the same kind only', async () => {
    const scenario = scenarioWith(({ inventory }) => inventory.hosts.length > 3)
    const check = ({ id, inventory }: Scenario): Promise<Result> =>
      Promise.resolve({ id, ok: false, kind: inventory.hosts.length > 2 ? 'filtered' : 'weighed' })
    expect((await shrink(scenario, check, oracle)).inventory.hosts).toHaveLength(3)
  })

  test('leaves what passes as it is', async () => {
    const scenario = answered(generateScenario(5, 0), {})
    expect(
      await shrink(
        scenario,
        failing(() => false),
        oracle,
      ),
    ).toBe(scenario)
  })

  test('an axis takes out what it is told to, and nothing of the original', () => {
    const scenario = answered(generateScenario(5, 1), {})
    const before = JSON.stringify(scenario)
    for (const axis of axesOf(scenario)) {
      const all = new Set(Array.from({ length: axis.size }, (_none, at) => at))
      expect(JSON.stringify(axis.without(all))).not.toBe(before)
      expect(JSON.stringify(axis.without(new Set()))).toBe(before)
    }
    expect(JSON.stringify(scenario)).toBe(before)
  })
})

describe('without Nova', () => {
  const recorded = scenarioOf('kilo/random_mix.jsonl.gz', 'kilo-random_mix-s1001-001')
  const check = (scenario: Scenario): Promise<Result> => checkScenario(scenario, [import.meta.dirname])
  const [filter = '', answers = {}] = Object.entries(recorded.expect.per_filter ?? {})[0] ?? []
  const [place = '', answer] = Object.entries(answers).at(-1) ?? []
  const wrong: Scenario = {
    ...recorded,
    expect: {
      ...recorded.expect,
      per_filter: { ...recorded.expect.per_filter, [filter]: { ...answers, [place]: answer !== true } },
    },
  }

  test('one host and one filter are left of a wrong answer', async () => {
    const small = await shrink(wrong, check, null)
    expect(small.inventory.hosts.map(({ host, nodename }) => `${String(host)}/${String(nodename)}`)).toEqual([place])
    expect(small.expect).toEqual({ per_filter: { [filter]: { [place]: answer !== true } } })
    expect(small.conf).toContain(`= ${filter}\n`)
    expect(small.request).toEqual(recorded.request)
    expect(await check(small)).toMatchObject({ ok: false, kind: `per_filter ${filter}` })
  })

  test('what hangs on other hosts is left alone', async () => {
    const ranking = { ...recorded, expect: { ...recorded.expect, filtered: [] } }
    expect(await shrink(ranking, check, null)).toBe(ranking)
  })
})
