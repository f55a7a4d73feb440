import { list, type HostFields, type Log } from '@nova-sched/core/plugin'
import { testEnv, weigherCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { MetricsWeigher } from '../src/metrics-weigher.ts'

/** A host that reports these metrics. */
function reporting(values: Record<string, unknown>): Pick<HostFields, 'metrics'> {
  const metrics = Object.entries(values).map(
    ([name, value]) => [name, { value, timestamp: null, source: null }] as const,
  )
  return { metrics: Object.fromEntries(metrics) }
}

describe('MetricsWeigher', () => {
  const byM = { weight_setting: ['m=1.0'] }
  const optional = { ...byM, required: false }
  const cases = weigherCases(MetricsWeigher, [
    { name: 'gives every host 0 when nothing is set', hosts: [reporting({ m: 5 }), {}], raw: [0, 0], weights: [0, 0] },
    {
      name: 'adds metrics by their ratios, in the order of the setting',
      conf: { weight_setting: ['m=2', 'n=-0.5', 'm=1'] },
      hosts: [reporting({ m: 1, n: 2 }), reporting({ m: 2, n: 2 })],
      raw: [2, 5],
      weights: [0, 1],
    },
    {
      name: 'multiplies',
      conf: { ...byM, weight_multiplier: -3 },
      hosts: [reporting({ m: 1 }), reporting({ m: 2 })],
      weights: [0, -3],
    },
    {
      name: 'gives equal hosts nothing',
      conf: byM,
      hosts: [reporting({ m: 7 }), reporting({ m: 7 })],
      weights: [0, 0],
    },
    { name: 'takes what is true for 1', conf: byM, hosts: [reporting({ m: true })], raw: [1] },
    {
      name: 'lets one missing metric flatten all the others (P37)',
      conf: optional,
      hosts: [reporting({ m: 0.5 }), reporting({ m: 0.9 }), {}],
      raw: [0.5, 0.9, -10000],
      weights: [10000.5 / 10000.9, 1, 0],
    },
    {
      name: 'drops what it has added when a metric is missing',
      conf: { weight_setting: ['m=1', 'n=1'], required: false, weight_of_unavailable: -7 },
      hosts: [reporting({ m: 100 })],
      raw: [-7],
    },
    {
      name: 'passes over a missing metric of ratio 0',
      conf: { weight_setting: ['n=0', 'm=1'], required: false },
      hosts: [reporting({ m: 100 })],
      raw: [100],
    },
    {
      name: 'passes over missing metrics at multiplier 0',
      conf: { ...optional, weight_multiplier: 0 },
      hosts: [{}],
      raw: [0],
    },
    {
      name: 'breaks on a missing metric that is required (P37)',
      conf: byM,
      hosts: [reporting({ m: 1 }), {}],
      fault: 'METRIC_NOT_FOUND',
    },
    {
      name: 'breaks on a missing metric of ratio 0 too, when it is required',
      conf: { weight_setting: ['m=0'] },
      hosts: [{}],
      fault: 'METRIC_NOT_FOUND',
    },
    { name: 'breaks on a metric of parts', conf: byM, hosts: [reporting({ m: undefined })], fault: 'NOT_IMPLEMENTED' },
    {
      name: 'does not look at a metric that does not count',
      conf: byM,
      hosts: [reporting({ n: undefined, m: 2 })],
      raw: [2],
    },
    { name: 'breaks on text', conf: byM, hosts: [reporting({ m: '1' })], fault: 'TYPE_MISMATCH' },
    {
      name: 'breaks on a metric without a value',
      conf: optional,
      hosts: [reporting({ m: null })],
      fault: 'TYPE_MISMATCH',
    },
    {
      name: 'leaves malformed items out',
      conf: { weight_setting: ['m', 'm=x', '=1', 'm=1'] },
      hosts: [reporting({ m: 3 })],
      raw: [3],
    },
  ])
  for (const { name, run } of cases) test(name, run)

  test('warns of malformed items', () => {
    const warnings: string[] = []
    const log: Log = { debug() {}, info() {}, warn: (text) => warnings.push(text) }
    MetricsWeigher.create({ ...testEnv(MetricsWeigher.options, { conf: { weight_setting: ['m', 'n=x'] } }), log })
    expect(warnings).toEqual(['[metrics] weight_setting: not of the form name=ratio: m, n=x'])
  })

  test('declares weight_setting as MetricsFilter does', () => {
    const help = 'Metrics that count, as name=ratio: the weight is the sum of value × ratio.'
    expect(MetricsWeigher.options?.['weight_setting']).toEqual(list([], { group: 'metrics', help }))
  })
})
