import { describe, expect, test } from 'vitest'
import { defineWeigher, type WeigherDefinition } from '../../src/plugin/weigher.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { aHost, aRequest } from '../../src/testing/builders.ts'
import { testEnv } from '../../src/testing/env.ts'
import { runWeighers, type Weighed } from '../../src/weigh/run.ts'
import { weigherAtWork, type WeigherAtWork } from '../../src/weigh/weigher-at-work.ts'

/** A weigher that gives each host its number of instances. */
function counting(release: BuiltRelease, more: Partial<WeigherDefinition> = {}): WeigherAtWork {
  const weigher = defineWeigher({
    name: 'Counting',
    ...more,
    create:
      () =>
      () =>
      ({ numInstances }) =>
        numInstances,
  })
  return weigherAtWork(weigher, testEnv({}, { release }))
}

function weigh(weigher: WeigherAtWork, raw: readonly number[], release: BuiltRelease): Weighed {
  const hosts = raw.map((numInstances, at) => aHost({ host: `h${at}`, numInstances }))
  const round = { request: aRequest(), hosts, instance: 0, rules: RULES[release] }
  return runWeighers([weigher], [...hosts.keys()], round)
}

const columnOf = ({ columns: [column] }: Weighed): readonly number[][] | null =>
  column === undefined ? null : [[...column.raw], [...column.normalized]]

describe('a host that is alone', () => {
  test('is not weighed in Zed: no weigher is asked', () => {
    const asked: string[] = []
    const weigher = defineWeigher({
      name: 'Asked',
      create: () => () => {
        asked.push('prepare')
        return () => 1
      },
    })
    for (const release of ['zed', 'kilo'] as const) {
      const { weights, columns } = weigh(weigherAtWork(weigher, testEnv({}, { release })), [3], release)
      expect([...weights]).toEqual([0])
      expect(columns).toHaveLength(release === 'kilo' ? 1 : 0)
      expect(asked).toHaveLength(release === 'kilo' ? 1 : 0)
    }
  })

  test('is weighed as soon as there is another', () => {
    expect(columnOf(weigh(counting('zed'), [3, 1], 'zed'))).toEqual([
      [3, 1],
      [1, 0],
    ])
  })
})

describe('raw weights beyond the declared ends', () => {
  test('move to them in Zed', () => {
    const weigher = counting('zed', { minval: 0, maxval: 10 })
    expect(columnOf(weigh(weigher, [-5, 5, 20], 'zed'))).toEqual([
      [0, 5, 10],
      [0, 0.5, 1],
    ])
  })

  test('widen them in Kilo, and are remembered', () => {
    const weigher = counting('kilo', { minval: 0 })
    expect(columnOf(weigh(weigher, [-5, 5], 'kilo'))).toEqual([
      [-5, 5],
      [0, 1],
    ])
    expect(columnOf(weigh(weigher, [0, 5], 'kilo'))).toEqual([
      [0, 5],
      [0.5, 1],
    ])
  })

  test('a declared end counts though no weight reaches it', () => {
    expect(columnOf(weigh(counting('zed', { minval: 0 }), [5, 10], 'zed'))).toEqual([
      [5, 10],
      [0.5, 1],
    ])
    expect(columnOf(weigh(counting('zed', { minval: 0, maxval: 20 }), [5, 10], 'zed'))).toEqual([
      [5, 10],
      [0.25, 0.5],
    ])
    expect(columnOf(weigh(counting('zed'), [5, 10], 'zed'))).toEqual([
      [5, 10],
      [0, 1],
    ])
  })

  test('all below the end are equal', () => {
    expect(columnOf(weigh(counting('zed', { minval: 0 }), [-3, -7], 'zed'))).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})

test('nothing is remembered in Zed: the same hosts get the same, whatever was weighed before', () => {
  const weigher = counting('zed')
  const first = weigh(weigher, [1, 2], 'zed')
  weigh(weigher, [0, 100], 'zed')
  expect([...weigh(weigher, [1, 2], 'zed').weights]).toEqual([...first.weights])
})

test.each(['kilo', 'zed'] as const)(
  'a missing weight breaks when all hosts were weighed, the first one named (%s)',
  (release) => {
    const weigher = defineWeigher({
      name: 'Free',
      create:
        () =>
        () =>
        ({ freeRamMb }) =>
          freeRamMb,
    })
    const work = weigherAtWork(weigher, testEnv({}, { release }))
    const hosts = [aHost({ host: 'a' }), aHost({ host: 'b', freeRamMb: null }), aHost({ host: 'c', freeRamMb: null })]
    const round = { request: aRequest(), hosts, instance: 2, rules: RULES[release] }
    expect(() => runWeighers([work], [0, 1, 2], round)).toThrow(
      expect.objectContaining({
        code: 'PLUGIN_FAULT',
        details: expect.objectContaining({
          host: 'b',
          instance: 2,
          cause: expect.objectContaining({ code: 'TYPE_MISMATCH' }) as unknown,
        }) as unknown,
      }),
    )
    const broken: string[] = []
    runWeighers([work], [0, 1, 2], { ...round, onFault: (_fault, { host }) => void broken.push(host) })
    expect(broken).toEqual(['b', 'c'])
  },
)
