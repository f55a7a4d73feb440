import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Ranking } from '../../src/engine/ranking.ts'
import { RankingOrder } from '../../src/engine/ranking-order.ts'
import { VerdictColumn } from '../../src/engine/verdict-column.ts'
import { WeightColumn } from '../../src/engine/weight-column.ts'
import { HostTable } from '../../src/hosts/host-table.ts'
import { Host } from '../../src/plugin/host.ts'
import { aHost, aHostInAggregate, aRequest } from '../../src/testing/index.ts'
import { runWeighers, type Weighed } from '../../src/weigh/run.ts'
import type { WeigherAtWork } from '../../src/weigh/weigher-at-work.ts'

const PLACES = 150
const PLAIN = aHost()

/** What of a host is looked at: whether it is let pass, what it weighs, and what its aggregate multiplies by. */
interface Facts {
  readonly isIn: boolean
  readonly free: number
  readonly used: number
  readonly factor: number
}

const someFacts: fc.Arbitrary<Facts> = fc.record({
  isIn: fc.constantFrom(true, true, true, false),
  free: fc.oneof(fc.nat(4), fc.nat(1000)),
  used: fc.nat(3),
  factor: fc.constantFrom(1, 1, 1, -2),
})

/** Few changes at a time, or very many. */
const someRound = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.tuple(fc.nat(PLACES - 1), someFacts), { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.tuple(fc.nat(PLACES - 1), someFacts), { minLength: 40, maxLength: 100 }) },
)

const someCase = fc.record({
  hosts: fc.array(someFacts, { minLength: PLACES, maxLength: PLACES }),
  rounds: fc.array(someRound, { minLength: 1, maxLength: 20 }),
  least: fc.constantFrom(null, 0, 2),
  remembers: fc.boolean(),
})

/** The same aggregates for all hosts of a factor. */
const AGGREGATES = new Map([1, -2].map((factor) => [factor, aHostInAggregate({ factor: String(factor) }).aggregates]))

function hostOf({ isIn, free, used, factor }: Facts): Host {
  return new Host(PLAIN, {
    freeRamMb: free,
    vcpusUsed: used,
    numInstances: isIn ? 0 : 9,
    aggregates: AGGREGATES.get(factor) as Host['aggregates'],
  })
}

function weigher(name: string, weigh: (host: Host) => number, min: number | null): WeigherAtWork {
  const multiplierOf = (host: Host): number => Number(host.aggregates[0]?.metadata['factor'])
  return { definition: {} as never, name, prepare: () => weigh, multiplierOf, extremes: { min, max: null } }
}

function weighersOf(least: number | null): readonly WeigherAtWork[] {
  return [
    weigher('free', ({ freeRamMb }) => freeRamMb as number, least),
    weigher('used', ({ vcpusUsed }) => -vcpusUsed, null),
    weigher('same', () => 7, null),
  ]
}

type Lets = (host: Host) => boolean

const isIn: Lets = ({ numInstances }) => numInstances === 0
const isOther: Lets = ({ numInstances, vcpusUsed }) => (numInstances === 0) !== (vcpusUsed === 3)
const isOut: Lets = (host) => !isIn(host)

/** What a ranking says is what weighing everything anew says, of the hosts that are let in. */
function compare(ranking: Ranking, weighed: Weighed): void {
  const { candidates, weights } = weighed
  const order = [...candidates.keys()].sort((a, b) => (weights[b] as number) - (weights[a] as number) || a - b)
  expect(ranking.losses.left).toBe(candidates.length)
  expect(ranking.best()).toBe(order.length === 0 ? null : candidates[order[0] as number])
  const top = order.slice(0, 5).map((at) => candidates[at])
  expect(ranking.top(5)).toEqual(top)
  for (const at of order.slice(0, 5)) expect(ranking.totalOf(candidates[at] as number)).toBe(weights[at])
  expect(ranking.best()).toBe(top[0] ?? null)
}

describe('a ranking', () => {
  test('has the best, and their weights, as filtering and weighing everything anew has them', () => {
    fc.assert(
      fc.property(someCase, ({ hosts, rounds, least, remembers }) => {
        const table = new HostTable(hosts.map(hostOf))
        const ranking = new Ranking({ table, ...columnsOf(table, weighersOf(least), remembers), remembers })
        const plain = weighersOf(least)
        for (const changes of rounds) {
          for (const [slot, facts] of changes) table.set(slot, hostOf(facts))
          ranking.catchUp()
          compare(ranking, weighedAnew(table, plain, remembers))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('goes on from another by the same weighers', () => {
    const all = [isIn, isOther, isOut]
    const someSuccession = fc.array(fc.record({ changes: someRound, which: fc.nat(2), asks: fc.boolean() }), {
      minLength: 2,
      maxLength: 16,
    })
    fc.assert(
      fc.property(someCase, someSuccession, ({ hosts, least, remembers }, succession) => {
        const table = new HostTable(hosts.map(hostOf))
        const plain = weighersOf(least)
        const { weighers } = columnsOf(table, weighersOf(least), remembers)
        const rankings = all.map(
          (lets) => new Ranking({ table, weighers, filters: [columnOf(lets, table)], remembers }),
        )
        let last: Ranking | null = null
        for (const { changes, which, asks } of succession) {
          for (const [slot, facts] of changes) table.set(slot, hostOf(facts))
          if (!asks) continue
          const ranking = rankings[which] as Ranking
          if (last !== null) ranking.goOnFrom(last)
          ranking.catchUp()
          compare(ranking, weighedAnew(table, plain, remembers, all[which]))
          last = ranking
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** Few values: many are equal, and more are so by other extremes: 4 of 8 and nothing used is worth all of 4 and 1 used. */
const someEqual: fc.Arbitrary<Facts> = fc.record({
  isIn: fc.constant(true),
  free: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(0, 4) }, { weight: 1, arbitrary: fc.constant(8) }),
  used: fc.nat(1),
  factor: fc.constant(1),
})
/** Something that may move an extreme. */
const someMove = fc.tuple(someEqual, fc.constantFrom(0, 4, 8, 12)).map(([facts, free]): Facts => ({ ...facts, free }))
const someSequence = fc.record({
  hosts: fc.array(someEqual, { minLength: 40, maxLength: 80 }),
  /** What changes after another ranking was asked, from which this one goes on. */
  changes: fc.array(fc.tuple(fc.nat(39), someMove), { maxLength: 4 }),
  takes: fc.array(fc.record({ free: fc.constantFrom(0, 4), fills: fc.boolean() }), { minLength: 2, maxLength: 12 }),
  least: fc.constantFrom(null, 0),
})

describe('a ranking of one request', () => {
  test('orders equals by the rounds before, the chosen one first', () => {
    fc.assert(
      fc.property(someSequence, ({ hosts, changes, takes, least }) => {
        const table = new HostTable(hosts.map(hostOf))
        const facts = [...hosts]
        const plain = weighersOf(least)
        const columns = columnsOf(table, weighersOf(least), false)
        const other = new Ranking({ table, ...columns, filters: [columnOf(isOther, table)], remembers: false })
        other.catchUp()
        other.best()
        for (const [slot, change] of changes) table.set(slot, hostOf((facts[slot] = change)))
        const ranking = new Ranking({ table, ...columns, remembers: false }, new RankingOrder(hosts.length))
        ranking.goOnFrom(other)
        let order: readonly number[] = [...hosts.keys()]
        ranking.catchUp()
        for (const { free, fills } of takes) {
          const { candidates, weights } = weighedAnew(table, plain, false)
          const weightOf = (slot: number): number => weights[candidates.indexOf(slot)] as number
          order = order.filter((slot) => candidates.includes(slot)).toSorted((a, b) => weightOf(b) - weightOf(a))
          const best = ranking.best()
          expect(best).toBe(order[0] ?? null)
          expect(ranking.top(4)).toEqual(order.slice(0, 4))
          if (best === null) return
          const before = facts[best] as Facts
          facts[best] = { ...before, free: before.free - free, used: before.used + 1, isIn: !fills }
          table.set(best, hostOf(facts[best]))
          ranking.order?.choose(best)
          ranking.goOn(columns)
        }
      }),
      { numRuns: 300 },
    )
  })
})

function columnsOf(table: HostTable, weighers: readonly WeigherAtWork[], remembers: boolean) {
  return {
    filters: [columnOf(isIn, table)],
    weighers: weighers.map(
      (each) => new WeightColumn(each.prepare(null as never, null as never), each, !remembers, table),
    ),
  }
}

function columnOf(lets: Lets, table: HostTable): VerdictColumn {
  return new VerdictColumn(lets, (verdict) => verdict as boolean, table)
}

function weighedAnew(
  { hosts }: HostTable,
  weighers: readonly WeigherAtWork[],
  remembers: boolean,
  lets: Lets = isIn,
): Weighed {
  const candidates = [...hosts.keys()].filter((slot) => lets(hosts[slot] as Host))
  const rules = { extremesAreRemembered: remembers, singleHostIsWeighed: true }
  return runWeighers(weighers, candidates, { request: aRequest(), hosts, instance: 0, rules })
}
