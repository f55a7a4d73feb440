import { describe, expect, test } from 'vitest'
import type { Host } from '../../src/plugin/host.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { aHost } from '../../src/testing/builders.ts'
import { SILENT_LOG } from '../../src/util/log.ts'
import { dataMap } from '../../src/util/freeze.ts'
import { multiplierOf } from '../../src/weigh/multiplier.ts'

const KEY = 'ram_weight_multiplier'

/** A host in an aggregate for each text; null is one without the key. */
function hostWith(...texts: readonly (string | null)[]): Host {
  const aggregates = texts.map((text, id) => ({
    id,
    name: `a${id}`,
    hosts: ['h'],
    metadata: dataMap(text === null ? [] : [[KEY, text]]),
  }))
  return aHost({ host: 'h', aggregates })
}

function multiplier(host: Host, sign: 1 | -1 = 1, release: BuiltRelease = 'zed'): number {
  return multiplierOf({ option: KEY, aggregateKey: KEY, sign }, 5 * sign, { rules: RULES[release], log: SILENT_LOG })(
    host,
  )
}

describe('the multiplier of a host', () => {
  test.each<[string, (string | null)[], number]>([
    ['in no aggregate is the option', [], 5],
    ['in aggregates without the key is the option', [null, null], 5],
    ['is the aggregate’s', ['2.5'], 2.5],
    ['is the smallest of several', ['3', null, '-1', '7'], -1],
    ['may be 0', ['0'], 0],
    ['is read as Python reads a float', [' 1e1 '], 10],
    ['may have underscores', ['1_0'], 10],
    ['is the option when one is no number, whatever the others say', ['2', 'much'], 5],
    ['is the option for an empty text', [''], 5],
    ['is not split at commas', ['1,2'], 5],
  ])('%s: %j', (_name, texts, expected) => {
    expect(multiplier(hostWith(...texts))).toBe(expected)
  })

  test('has its sign turned, wherever it comes from', () => {
    expect(multiplier(hostWith(), -1)).toBe(-5)
    expect(multiplier(hostWith('3', '2'), -1)).toBe(-2)
    expect(multiplier(hostWith('much'), -1)).toBe(-5)
  })

  test('is the option in releases without the rule, and for a weigher without a key', () => {
    expect(multiplier(hostWith('2'), 1, 'kilo')).toBe(5)
    expect(multiplierOf({ option: KEY }, 5, { rules: RULES.zed, log: SILENT_LOG })(hostWith('2'))).toBe(5)
    expect(multiplierOf(undefined, 1, { rules: RULES.zed, log: SILENT_LOG })(hostWith('2'))).toBe(1)
  })

  test('is read anew when the aggregates change', () => {
    const of = multiplierOf({ option: KEY, aggregateKey: KEY }, 5, { rules: RULES.zed, log: SILENT_LOG })
    expect([hostWith('2'), hostWith('3'), hostWith()].map(of)).toEqual([2, 3, 5])
  })

  test('warns once of each text that is no number, or not finite', () => {
    const told: string[] = []
    const log = { ...SILENT_LOG, warn: (message: string) => void told.push(message) }
    const of = multiplierOf({ option: KEY, aggregateKey: KEY }, 5, { rules: RULES.zed, log })
    for (const texts of [['abc'], ['abc'], ['2'], ['1e400'], ['nan', '3']]) of(hostWith(...texts))
    expect(told).toEqual([
      'ram_weight_multiplier of an aggregate is "abc", which is no number: the option counts',
      'ram_weight_multiplier of an aggregate is "1e400", which is Infinity: weights mean nothing with it',
      'ram_weight_multiplier of an aggregate is "nan", which is NaN: weights mean nothing with it',
    ])
  })
})
