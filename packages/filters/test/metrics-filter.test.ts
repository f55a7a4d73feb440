import { list } from '@nova-sched/core/plugin'
import { aHost, aRequest, filterCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { MetricsFilter } from '../src/metrics-filter.ts'
import { verdictOf } from './ask.ts'

const reporting = (...names: string[]) => ({
  metrics: Object.fromEntries(names.map((name) => [name, { value: 1, timestamp: null, source: null }])),
})

describe('MetricsFilter', () => {
  const conf = { weight_setting: ['cpu.frequency=1.0', 'load=-0.5'] }
  const cases = filterCases(MetricsFilter, {
    passes: [
      { name: 'everything when nothing is set' },
      { name: 'everything when nothing is set, in later releases', release: 'zed' },
      { name: 'a host that reports all', conf, host: reporting('load', 'cpu.frequency', 'other') },
      {
        name: 'a metric without a value, as it is there',
        conf,
        host: {
          metrics: { ...reporting('load').metrics, 'cpu.frequency': { value: null, timestamp: null, source: null } },
        },
      },
      { name: 'a host without the metric of a malformed item', conf: { weight_setting: ['load', 'load=x', '=1'] } },
    ],
    rejects: [
      {
        name: 'a host that lacks one',
        conf,
        host: reporting('load'),
        reason: 'no_metric',
        details: { metrics: 'cpu.frequency' },
        message: 'does not report the metrics cpu.frequency',
        changes: [{ kind: 'option', option: 'weight_setting', value: ['load=-0.5'] }],
      },
      { name: 'a host that reports none', conf, reason: 'no_metric', details: { metrics: 'cpu.frequency, load' } },
      { name: 'a metric of ratio 0', conf: { weight_setting: ['load=0'] }, reason: 'no_metric' },
      {
        name: 'a metric named twice, told once',
        conf: { weight_setting: ['load=1', 'load=2'] },
        reason: 'no_metric',
        details: { metrics: 'load' },
      },
    ],
    faults: [
      {
        name: 'a node that never reported, although nothing is set',
        release: 'zed',
        host: { hasReported: false },
        code: 'TYPE_MISMATCH',
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)

  test('warns of malformed items', () => {
    const warnings: string[] = []
    const log = { debug() {}, info() {}, warn: (text: string) => warnings.push(text) }
    verdictOf(MetricsFilter, { host: aHost(), request: aRequest(), conf: { weight_setting: ['load', 'a=b'] }, log })
    expect(warnings).toEqual(['[metrics] weight_setting: not of the form name=ratio: load, a=b'])
  })

  test('declares the option as MetricsWeigher does', () => {
    const help = 'Metrics that count, as name=ratio: the weight is the sum of value × ratio.'
    expect(MetricsFilter.options).toEqual({ weight_setting: list([], { group: 'metrics', help }) })
  })
})
