import { parseConf, pluginCatalogue } from '@nova-sched/core'
import { describe, expect, test } from 'vitest'
import { rollDice } from '../src/generate/dice.ts'
import { generateScenario, type Question } from '../src/generate/index.ts'

const many = (count: number, seed = 3): Question[] =>
  Array.from({ length: count }, (_none, at) => generateScenario(seed, at))

/** The filters and weighers of the release. */
const IN_TREE = (
  await pluginCatalogue(parseConf('', { release: 'zed' }), { resolveFrom: [import.meta.dirname] })
).plugins.filter(({ kind }) => kind === 'filter' || kind === 'weigher')

describe('dice', () => {
  test('give the same for the same seed and index, and something else for others', () => {
    const rolled = (seed: number, index: number): number[] => {
      const dice = rollDice(seed, index)
      return Array.from({ length: 20 }, () => dice.int(0, 1000))
    }
    expect(rolled(1, 2)).toEqual(rolled(1, 2))
    expect(new Set([rolled(1, 2), rolled(2, 1), rolled(1, 3), rolled(0, 2)].map(String)).size).toBe(4)
  })

  test('reach both ends, and keep the order of what they choose', () => {
    const dice = rollDice(0, 0)
    const numbers = Array.from({ length: 200 }, () => dice.int(2, 4))
    expect([...new Set(numbers)].sort()).toEqual([2, 3, 4])
    const some = Array.from({ length: 50 }, () => dice.some([1, 2, 3, 4], 1, 3))
    expect(some.every((chosen) => chosen.length >= 1 && chosen.length <= 3)).toBe(true)
    expect(some.every((chosen) => chosen.join() === chosen.toSorted().join())).toBe(true)
    expect(dice.shuffled([1, 2, 3]).toSorted()).toEqual([1, 2, 3])
    expect(dice.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('scenarios', () => {
  const scenarios = many(1200)

  test('are the same for the same seed, one by one', () => {
    expect(generateScenario(3, 17)).toEqual(scenarios[17])
    expect(generateScenario(4, 17)).not.toEqual(scenarios[17])
  })

  test('are plain JSON, with an id of their own', () => {
    expect(JSON.parse(JSON.stringify(scenarios))).toEqual(scenarios)
    expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length)
  })

  test('leave nothing to chance', () => {
    for (const { conf } of scenarios) {
      expect(conf).toContain('host_subset_size = 1\n')
      expect(conf).toContain('shuffle_best_same_weighed_hosts = False\n')
    }
  })

  test('have a nova.conf that can be read', () => {
    for (const { conf } of scenarios) expect(parseConf(conf, { release: 'zed', strict: true }).release).toBe('zed')
  })

  test('list the hosts of a cell together, and no node twice', () => {
    for (const { inventory } of scenarios) {
      const cells = inventory.hosts.map(({ cell = 'cell1' }) => cell)
      expect(cells).toEqual(cells.toSorted())
      const names = inventory.hosts.map(({ host, nodename }) => `${String(host)}/${String(nodename)}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test.each(IN_TREE.map(({ name }) => name))('ask for %s', (name) => {
    expect(scenarios.some(({ conf }) => conf.includes(name))).toBe(true)
  })

  test.each([
    '"policy":"affinity"',
    '"policy":"anti-affinity"',
    '"policy":"soft-affinity"',
    '"policy":"soft-anti-affinity"',
    'max_server_per_host',
    '"cpu_policy":"mixed"',
    '"cpu_policy":"dedicated"',
    '"cpu_thread_policy":"require"',
    '"cpu_thread_policy":"isolate"',
    '"pagesize":-1',
    '"pagesize":-2',
    '"pagesize":-3',
    '"pagesize":1048576',
    '"emulator_threads_policy":"share"',
    '"emulator_threads_policy":"isolate"',
    '"numa_policy":"required"',
    '"numa_policy":"preferred"',
    '"numa_policy":"socket"',
    'force_hosts',
    'force_nodes',
    'ignore_hosts',
    'requested_destination',
    '_nova_check_type',
    '"return_alternates":true',
    '"requests":',
    '"cell":"cell2"',
    '"free_disk_gb":null',
    '"stats":null',
    '"scheduler_hints":null',
    '"image":null',
    '"instance_uuids":null',
    'soft_affinity_weight_multiplier',
    'failed_builds',
  ])('contain %s', (text) => {
    expect(scenarios.some((scenario) => JSON.stringify(scenario).includes(text))).toBe(true)
  })

  test('are of Kilo too, in its words', () => {
    const kilo = Array.from({ length: 100 }, (_none, at) => generateScenario(3, at, 'kilo'))
    for (const { conf, release } of kilo) {
      expect(release).toBe('kilo')
      expect(conf).not.toContain('[filter_scheduler]')
      expect(parseConf(conf, { release: 'kilo', strict: true }).release).toBe('kilo')
    }
    expect(kilo.some(({ conf }) => conf.includes('scheduler_default_filters'))).toBe(true)
  })
})
