import { describe, expect, test } from 'vitest'
import { parseConf } from '../src/conf/index.ts'
import { createScheduler } from '../src/scheduler.ts'
import { IN_TREE, node, novaRequest, schedulerOver, zedOver, zedRequest } from './scheduling.ts'

const NOTE = "CAPACITY_NOT_CHECKED: RAM, vcpus, disk and zones are placement's to decide, and were not checked"
const CODE = 'CAPACITY_NOT_CHECKED'

/** Nothing is left of either: no filter of Zed says so. */
const full = (host: string, more: object = {}) =>
  node(host, { memory_mb: 1024, free_ram_mb: 0, vcpus_used: 8, free_disk_gb: 0, ...more })
const HOSTS = [full('best', { free_ram_mb: 1 }), full('next'), full('down', { service: { up: false } })]

describe('capacity that nobody checked', () => {
  test('is told with every decision of Zed: a full host is chosen', async () => {
    const scheduler = await zedOver(HOSTS)
    expect(scheduler.notes).toEqual([NOTE])
    const { destinations, notes } = await scheduler.select(zedRequest())
    expect(destinations).toMatchObject([{ host: 'best' }])
    expect(notes).toEqual([NOTE])
  })

  test('is told when no host is found too', async () => {
    const { error, notes } = await (await zedOver(HOSTS.slice(2))).select(zedRequest())
    expect(error).toMatchObject({ code: 'NO_VALID_HOST' })
    expect(notes).toEqual([NOTE])
  })

  test('is told of every host that passed or was chosen', async () => {
    const { hosts, notes } = await (await zedOver(HOSTS)).explain(zedRequest())
    expect(hosts.map(({ host, verdict, notes: told }) => [host, verdict, told.includes(CODE)])).toEqual([
      ['best', 'chosen', true],
      ['next', 'passed', true],
      ['down', 'rejected', false],
    ])
    expect(notes).toContain(NOTE)
  })

  test('is told of forced hosts, and of none that was left out', async () => {
    const asked = zedRequest(1, { properties: { force_hosts: ['next', 'down'] } })
    const { hosts } = await (await zedOver(HOSTS)).explain(asked)
    expect(hosts.map(({ host, verdict, notes: told }) => [host, verdict, told.includes(CODE)])).toEqual([
      ['best', 'ignored', false],
      ['next', 'chosen', true],
      ['down', 'forced', true],
    ])
  })

  test('is not told where placement has checked it', async () => {
    const scheduler = await zedOver(HOSTS, '', { capacityIsChecked: true })
    expect(scheduler.notes).toEqual([])
    expect((await scheduler.select(zedRequest())).notes).toEqual([])
    const { hosts, notes } = await scheduler.explain(zedRequest())
    expect(JSON.stringify([hosts, notes])).not.toContain(CODE)
  })

  test("is told where Kilo's rules stand in for a release of placement, whose filters leave it out", async () => {
    const conf = parseConf('', { release: 'queens' })
    const scheduler = await createScheduler({
      conf,
      inventory: { hosts: HOSTS, aggregates: [] },
      resolveFrom: [IN_TREE],
    })
    expect(scheduler.notes).toContain(NOTE)
    expect((await scheduler.select(novaRequest())).destinations).toMatchObject([{ host: 'best' }])
  })

  test('is not told in Kilo, whose filters check it', async () => {
    const scheduler = await schedulerOver([node('a')], '')
    const { hosts, notes } = await scheduler.explain(novaRequest())
    expect(JSON.stringify([scheduler.notes, hosts, notes])).not.toContain(CODE)
  })
})
