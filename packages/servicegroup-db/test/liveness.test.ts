import type { Service, ServiceGroupRules } from '@nova-sched/core/plugin'
import { describe, expect, test } from 'vitest'
import { livenessOf, memberOf } from '../src/liveness.ts'

const NOW = Date.UTC(2026, 0, 2)
const LIMIT = 60

const ago = (seconds: number): number => NOW - seconds * 1000

function aService(fields: Partial<Service>): Service {
  const times = { createdAt: ago(9000), updatedAt: null, lastSeenUp: null }
  const flags = { disabled: false, disabledReason: null, forcedDown: false, reportCount: 0 }
  return { id: 1, host: 'h1', binary: 'nova-compute', topic: 'compute', ...times, ...flags, ...fields }
}

function judged(heartbeat: ServiceGroupRules['heartbeat'], fields: Partial<Service>) {
  const rules = { heartbeat, forcedDownCounts: heartbeat !== 'any_write', plainCacheKeys: false }
  return memberOf(aService(fields), { now: NOW, limit: LIMIT, rules })
}

const RULES = ['any_write', 'report_or_write', 'report'] as const

describe('P43: an administrator wrote to the record of a dead host', () => {
  const written = { updatedAt: ago(5), lastSeenUp: ago(600), createdAt: ago(600), disabled: true, reportCount: 9 }

  test('Kilo takes it for a heartbeat, which is told', () => {
    const { state, why } = judged('any_write', { ...written, lastSeenUp: null })
    expect(state).toBe('up')
    expect(why).toBe('last heartbeat 5 s ago, the limit is 60 s; any write to its record counts as one in this release')
  })
  test.each(['report_or_write', 'report'] as const)('by %s it is down', (rule) => {
    expect(judged(rule, written)).toMatchObject({ state: 'down', why: 'last heartbeat 600 s ago, the limit is 60 s' })
  })
  test('without last_seen_up Liberty takes any write, later releases its creation', () => {
    expect(judged('report_or_write', { ...written, lastSeenUp: null }).state).toBe('up')
    expect(judged('report', { ...written, lastSeenUp: null })).toMatchObject({
      state: 'down',
      why: 'no heartbeat yet, made 600 s ago, the limit is 60 s; it reported 9 times, but last_seen_up, which this release goes by, was not written',
    })
  })
})

describe.each(RULES)('P44, by %s: no heartbeat yet', (rule) => {
  test('made 10 s ago: up', () => {
    expect(judged(rule, { createdAt: ago(10) })).toMatchObject({
      state: 'up',
      validUntil: ago(-50),
      why: 'no heartbeat yet, made 10 s ago, the limit is 60 s',
    })
  })
  test('made 120 s ago: down', () => {
    expect(judged(rule, { createdAt: ago(120) })).toMatchObject({ state: 'down', validUntil: null })
  })
  test('never made: it cannot be told, and the host is named', () => {
    expect(judged(rule, { createdAt: null })).toEqual({
      state: 'unknown',
      updatedAt: null,
      validUntil: null,
      why: 'the service of h1 has neither a heartbeat nor a creation time',
    })
  })
})

describe('the limit', () => {
  test.each([
    [60, 'up', ago(0)],
    [60.001, 'down', null],
    [-60, 'up', ago(-120)],
    [-60.001, 'down', ago(0) + 0],
    [-90, 'down', ago(-30) - 1],
  ])('a heartbeat %d s ago: %s', (seconds, state, validUntil) => {
    expect(judged('report', { lastSeenUp: ago(seconds) })).toMatchObject({ state, validUntil })
  })
  test('a heartbeat from the future says what to look at', () => {
    const { why } = judged('report', { lastSeenUp: ago(-90) })
    expect(why).toBe('last heartbeat 90 s in the future, the limit is 60 s: check the clocks')
  })
})

test('members are the enabled ones that are up; of says it of disabled ones too', () => {
  const services = [
    aService({ host: 'up', lastSeenUp: ago(1) }),
    aService({ host: 'disabled', lastSeenUp: ago(1), disabled: true }),
    aService({ host: 'forced', lastSeenUp: ago(1), forcedDown: true }),
    aService({ host: '__proto__', lastSeenUp: ago(1) }),
    aService({ host: 'down', lastSeenUp: ago(100) }),
  ]
  const rules = { heartbeat: 'report', forcedDownCounts: true, plainCacheKeys: false } as const
  const liveness = livenessOf(services, 'compute', { now: NOW, limit: LIMIT, rules })
  expect(liveness.members).toEqual(['up', '__proto__'])
  expect(liveness.of('disabled').state).toBe('up')
  expect(liveness.of('constructor')).toMatchObject({
    state: 'down',
    why: 'no service of topic compute is on record for it',
  })
})
