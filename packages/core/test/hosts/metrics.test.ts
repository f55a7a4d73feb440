import { describe, expect, test } from 'vitest'
import { metricsOf } from '../../src/hosts/metrics.ts'
import type { MetricRecord } from '../../src/inventory/inventory.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { node } from '../scheduling.ts'

const TIME = '2026-01-02T03:04:05.000000'
const metric = (name: string | null, value: unknown): MetricRecord => ({ name, value, timestamp: TIME, source: 's' })

function values(metrics: readonly MetricRecord[] | null, release: BuiltRelease = 'zed'): Record<string, unknown> {
  const read = metricsOf(node('h', { metrics }), RULES[release])
  return Object.fromEntries(Object.entries(read).map(([name, { value }]) => [name, value]))
}

describe('typed metrics', () => {
  test.each<[string, unknown, number]>([
    ['cpu.percent', 0.5, 50],
    ['cpu.percent', 0.999, 99],
    ['cpu.percent', '0', 0],
    ['cpu.frequency', '7', 7],
    ['cpu.user.percent', true, 100],
    ['cpu.frequency', 1600.9, 1600],
    ['cpu.frequency', -1.5, -1],
    ['cpu.frequency', ' 1600 ', 1600],
    ['cpu.idle.time', false, 0],
    ['numa.membw.max', 3, 3],
  ])('%s of %j is %j', (name, value, expected) => {
    expect(values([metric(name, value)])).toEqual({ [name]: expected })
  })

  test.each<[string | null, unknown, RegExp]>([
    ['site.load', 1, /the metric site\.load is not known; known are cpu\.user\.percent, /],
    [null, 1, /the metric null is not known/],
    ['', 1, /is not known/],
    ['cpu.frequency', null, /the value of the metric cpu\.frequency is no number: null/],
    ['cpu.percent', '0.5', /is no number: "0\.50\.50/],
    ['cpu.frequency', '0.5', /is no number: "0\.5"/],
    ['cpu.frequency', [1], /is no number/],
    ['cpu.percent', Infinity, /is no number/],
  ])('%s of %j breaks', (name, value, message) => {
    expect(() => values([metric(name, value)])).toThrow(
      expect.objectContaining({ code: 'VALUE_MALFORMED', message: expect.stringMatching(message) as string }),
    )
  })

  test('of a percent as text: Python repeats the text before it reads a number', () => {
    expect(values([metric('cpu.percent', '7')])).toEqual({ 'cpu.percent': Number('7'.repeat(100)) })
  })

  test.each<[string, MetricRecord, string]>([
    ['a percent of null', metric('cpu.percent', null), 'TYPE_MISMATCH'],
    ['a value without a name', { value: 1, timestamp: TIME, source: 's' }, 'KEY_MISSING'],
    ['a timestamp that is no time', { ...metric('cpu.frequency', 1), timestamp: 'soon' }, 'VALUE_MALFORMED'],
    ['a timestamp of null', { ...metric('cpu.frequency', 1), timestamp: null }, 'VALUE_MALFORMED'],
    ['a source of null', { ...metric('cpu.frequency', 1), source: null }, 'VALUE_MALFORMED'],
    ['a part of null', { name: 'numa.membw.current', numa_membw_values: { 0: null } }, 'VALUE_MALFORMED'],
  ])('%s breaks', (_name, record, code) => {
    expect(() => values([record])).toThrow(expect.objectContaining({ code }))
  })

  test('of parts, or of less than all members, are there without a value', () => {
    const parts = { name: 'numa.membw.current', numa_membw_values: { 0: 5 }, timestamp: TIME, source: 's' }
    expect(values([parts, { name: 'cpu.frequency' }])).toEqual({
      'numa.membw.current': undefined,
      'cpu.frequency': undefined,
    })
  })

  test('of one name: the last counts', () => {
    expect(values([metric('cpu.percent', 0.1), metric('cpu.percent', 0.2)])).toEqual({ 'cpu.percent': 20 })
  })

  test('none are none', () => {
    expect(values(null)).toEqual({})
    expect(values([])).toEqual({})
  })
})

describe('plain metrics', () => {
  test('keep any name and value; one without a name is left out', () => {
    const read = values([metric('site.load', '0.5'), metric('cpu.percent', 0.5), metric('', 1)], 'kilo')
    expect(read).toEqual({ 'site.load': '0.5', 'cpu.percent': 0.5 })
  })

  test('break when a member is missing', () => {
    const lacking = { name: 'a', value: 1, timestamp: 't' } as unknown as MetricRecord
    expect(() => values([lacking], 'kilo')).toThrow(expect.objectContaining({ code: 'KEY_MISSING' }))
  })
})
