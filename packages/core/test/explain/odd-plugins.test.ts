import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ExplainOptions, Explanation } from '../../src/explain/explanation.ts'
import { CONTRACT, folderWith } from '../folder.ts'
import { node, novaRequest, schedulerOver } from '../scheduling.ts'

/** A module of filters and drivers, and a configuration that names it. */
function site(code: string, conf: string): { readonly conf: string; readonly file: string } {
  const head = `import { defineFilter, defineSchedulerDriver, int, reject } from '${CONTRACT}'\n`
  const folder = folderWith({ 'site.mjs': head + code })
  return { conf: `[DEFAULT]\nscheduler_max_attempts = 1\n${conf}\n`, file: join(folder, 'nova.conf') }
}

const filterSite = (parts: string, names = 'Odd', more = '') =>
  site(
    `export const Odd = defineFilter({ name: 'Odd', reasons: { no: 'has {n}' }, ${parts} })`,
    `scheduler_available_filters = nova.scheduler.filters.all_filters\nscheduler_available_filters = ./site.mjs\nscheduler_default_filters = ${names}\n${more}`,
  )

async function explain(
  { conf, file }: ReturnType<typeof site>,
  hosts: Parameters<typeof schedulerOver>[0],
  request = novaRequest(),
  options: ExplainOptions & { readonly aggregates?: never } = {},
): Promise<Explanation> {
  return (await schedulerOver(hosts, conf, { file })).explain(request, options)
}

const verdicts = ({ hosts }: Explanation): readonly string[] => hosts.map(({ verdict }) => verdict)

describe('filters that answer oddly are told, and end nothing', () => {
  test.each([
    ['changes give no list', `create: () => ({ prepare: () => () => reject('no', { n: 1 }), changes: () => ({}) })`],
    [
      'changes give a promise',
      `create: () => ({ prepare: () => () => reject('no', { n: 1 }), changes: async () => { throw new Error('late') } })`,
    ],
    [
      'changes give what is none',
      `create: () => ({ prepare: () => () => reject('no', { n: 1 }), changes: () => [null, { kind: 'magic' }, { kind: 'flavor', field: 'zzz', value: 1 }] })`,
    ],
    [
      'changes throw',
      `create: () => ({ prepare: () => () => reject('no', { n: 1 }), changes: () => { throw new Error('broken') } })`,
    ],
    [
      'notes give a promise',
      `create: () => ({ prepare: () => () => reject('no', { n: 1 }), notes: async () => { throw new Error('late') } })`,
    ],
    ['details that throw', `create: () => () => () => reject('no', { get n() { throw new Error('broken') } })`],
    [
      'details that have no JSON',
      `create: () => () => () => { const n = {}; n.n = n; return reject('no', { n, m: 1n, f() {} }) }`,
    ],
  ])('%s', async (_, parts) => {
    const { hosts, nearest } = await explain(filterSite(parts), [node('a')])
    expect(hosts).toMatchObject([{ host: 'a', verdict: 'rejected', filter: 'Odd', reason: 'no' }])
    expect(nearest).toMatchObject([{ host: 'a', changes: [] }])
    expect(() => JSON.stringify(hosts)).not.toThrow()
  })

  test.each([
    ['a reason that is no text', `create: () => () => () => reject(5)`, 'not among the filter’s reasons'],
    [
      'a test that is asynchronous',
      `create: () => () => async () => { throw new Error('late') }`,
      'a test is synchronous',
    ],
  ])('%s is a fault of the filter', async (_, parts, message) => {
    const { error, hosts } = await explain(filterSite(parts), [node('a')])
    expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Odd' })
    expect(hosts).toMatchObject([{ verdict: 'fault' }])
    expect(error?.message).toContain(message.replace('filter’s', "filter's"))
  })

  test('a change that changes nothing is no change', async () => {
    const parts = `volatile: true, create: () => { let asked = 0; return { prepare: () => () => ++asked > 2 || reject('no'), changes: () => [
      { kind: 'aggregate_metadata', aggregate: 9, key: 'k', value: 'v' }, { kind: 'service', state: 'up' }, { kind: 'hint', hint: 'h', value: null }] } }`
    const { nearest } = await explain(filterSite(parts), [node('a')])
    expect(nearest.flatMap(({ changes }) => changes)).toEqual([])
  })
})

describe('filters that are enabled in odd ways', () => {
  const small = [node('a', { memory_mb: 1000 }), node('b', { memory_mb: 1200 })]

  test('one that is listed twice is one filter to a near miss', async () => {
    const odd = filterSite('create: () => () => null', 'RamFilter,RamFilter,ComputeFilter')
    const { nearest, inspected } = await explain(odd, small, novaRequest(), { host: 'a' })
    expect(nearest.map(({ host }) => host)).toEqual(['b', 'a'])
    expect(inspected[0]?.filters.map(({ verdict }) => verdict)).toEqual(['rejected', 'rejected', 'passed'])
  })

  test('one that runs once a request is not asked for later instances', async () => {
    const parts = `oncePerRequest: true, create: () => () => (host) => host.numInstances === 0 || reject('no', { n: host.numInstances })`
    const odd = filterSite(parts, 'Odd,RamFilter', 'ram_allocation_ratio = 1.0')
    const second = await explain(odd, [node('a')], novaRequest(2), { instance: 1, host: 'a' })
    expect(verdicts(second)).toEqual(['chosen'])
    expect(second.inspected[0]?.filters[0]).toMatchObject({ filter: 'Odd', verdict: 'passed' })
    expect(second.inspected[0]?.filters[0]?.notes[0]).toContain('runs once a request')
    const fifth = await explain(odd, [node('a')], novaRequest(5))
    expect(fifth.nearest).toMatchObject([{ host: 'a', filter: 'RamFilter' }])
  })

  test('an option belongs to the filter that proposes it, whoever else has one of that name', async () => {
    const define = (name: string, group: string, test: string) =>
      `export const ${name} = defineFilter({ name: '${name}', options: { most: int(1, { group: '${group}' }) }, reasons: { no: 'no' },
        create: ({ conf }) => ({ prepare: () => () => ${test}, changes: () => [{ kind: 'option', option: 'most', value: 3 }] }) })\n`
    const code = define('AFilter', 'a', 'true') + define('BFilter', 'b', `conf.most >= 3 || reject('no')`)
    const odd = site(code, 'scheduler_available_filters = ./site.mjs\nscheduler_default_filters = AFilter,BFilter')
    const { nearest } = await explain(odd, [node('a')])
    expect(nearest[0]?.changes.map(({ text }) => text)).toEqual(['[b] most = 3 (now 1)'])
  })

  test('a value is told as nova.conf would have it', async () => {
    const image = novaRequest(1, { spec: { instance_properties: { project_id: 'p', os_type: null, image_ref: 'i' } } })
    const odd = filterSite('create: () => () => null', 'IsolatedHostsFilter', 'isolated_images = i')
    const { nearest } = await explain(odd, [node('h$x')], image)
    expect(nearest[0]?.changes.map(({ text }) => text)).toContain('[DEFAULT] isolated_hosts = h$$x (now (empty))')
  })

  test('what breaks at a later instance does not darken an earlier one', async () => {
    const parts = `create: () => () => (host) => { if (host.numInstances > 0) throw new Error('late'); return true }`
    const first = await explain(filterSite(parts), [node('a')], novaRequest(2), { instance: 0 })
    expect(verdicts(first)).toEqual(['chosen'])
    const second = await explain(filterSite(parts), [node('a')], novaRequest(2))
    expect(second).toMatchObject({ instance: 1, chosen: null, hosts: [{ verdict: 'fault', instance: 1 }] })
  })
})

describe('drivers that decide in their own way', () => {
  const driverSite = (body: string) =>
    site(
      `export const Own = defineSchedulerDriver({ name: 'Own', create: ({ engine }) => ({ async selectDestinations(request) { ${body} } }) })`,
      'scheduler_driver = ./site.mjs\nscheduler_default_filters = RamFilter',
    )
  const hosts = [node('a'), node('b', { memory_mb: 4096 })]
  const one = `const one = { ...request, numInstances: 1 }; const [a, b] = engine.hostStates();`

  test.each([
    ['in another order', `return (await engine.schedule(engine.hostStates(), request)).toReversed()`],
    [
      'without filters',
      `return [{ host: 'b', nodename: null, limits: null }, { host: 'a', nodename: 'a', limits: null }]`,
    ],
    [
      'with what one of several tries gave',
      `${one} await engine.schedule([a], one); return [...await engine.schedule([b], one), ...await engine.schedule([b], one)]`,
    ],
    [
      'at the same time',
      `${one} return (await Promise.all([engine.schedule([a], one), engine.schedule([b], one)])).flat()`,
    ],
  ])('%s: what is explained is what was decided', async (_, body) => {
    const own = driverSite(body)
    const { destinations } = await (await schedulerOver(hosts, own.conf, { file: own.file })).select(novaRequest(2))
    for (const [instance, { host }] of destinations.entries()) {
      const explanation = await explain(own, hosts, novaRequest(2), { instance })
      expect(explanation.chosen?.host).toBe(host)
      expect(explanation.hosts.filter(({ verdict }) => verdict === 'chosen').map((each) => each.host)).toEqual([host])
    }
  })

  test('the chance scheduler: each instance where it went, on one node', async () => {
    const chance = site('export {}', 'scheduler_driver = nova.scheduler.chance.ChanceScheduler')
    const nodes = [node('a', { nodename: 'n1' }), node('a', { nodename: 'n2' })]
    const explanation = await explain(chance, nodes, novaRequest(2), { instance: 1 })
    expect(verdicts(explanation)).toEqual(['chosen', 'skipped'])
    expect(explanation).toMatchObject({ instance: 1, placed: [{ host: 'a' }], chosen: { host: 'a', nodename: 'n1' } })
  })

  test('a place that is not known is a fault of the driver', async () => {
    const { error } = await explain(driverSite(`return [{ host: 'ghost', nodename: 'ghost', limits: {} }]`), hosts)
    expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Own' })
    expect(error?.message).toContain('ghost')
  })
})
