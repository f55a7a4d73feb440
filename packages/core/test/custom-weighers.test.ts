import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONTRACT, folderWith } from './folder.ts'
import { node, novaRequest, placed, schedulerOver } from './scheduling.ts'

const weigher = (
  name: string,
  weigh: string,
  multiplier: number,
): string => `import { defineWeigher, float } from '${CONTRACT}'
export const w = defineWeigher({
  name: '${name}',
  options: { ${name}_multiplier: float(${multiplier}, { help: '…' }) },
  multiplier: { option: '${name}_multiplier' },
  create: () => (request, hosts) => ${weigh},
})
`

async function decide(
  module: string,
  hosts: Parameters<typeof schedulerOver>[0],
): Promise<Awaited<ReturnType<Awaited<ReturnType<typeof schedulerOver>>['select']>>> {
  const folder = folderWith({ 'w.mjs': module })
  const conf =
    '[DEFAULT]\nscheduler_default_filters = AllHostsFilter\nscheduler_weight_classes = nova.scheduler.weights.all_weighers,./w.mjs\n'
  return (await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })).select(novaRequest())
}

test('a weigher that prefers the emptier host decides against RAM (P40)', async () => {
  const hosts = [
    node('A', { memory_mb: 10240, free_ram_mb: 5120, stats: { num_instances: '5' } }),
    node('B', { memory_mb: 2048, stats: { num_instances: '0' } }),
  ]
  expect((await decide(weigher('instances', '(host) => host.numInstances', -1), hosts)).destinations).toMatchObject([
    { host: 'B' },
  ])
})

test('a huge multiplier silences everyone else, and the shares show it (P41)', async () => {
  const hosts = [
    node('A', { free_ram_mb: 8192, stats: { failed: '1' } }),
    node('B', { free_ram_mb: 512, stats: { failed: '0' } }),
  ]
  const decision = await decide(weigher('failures', '(host) => Number(host.stats.failed)', -1_000_000), hosts)
  expect(decision.destinations).toMatchObject([{ host: 'B', weight: 0.0625 }])
  expect(decision.instances[0]?.weighed).toMatchObject([
    {
      host: 'B',
      weighers: {
        failures: { raw: 0, normalized: 0, multiplier: -1_000_000 },
        RAMWeigher: { raw: 512, normalized: 0.0625 },
      },
    },
    { host: 'A', weight: 1 - 1_000_000 },
  ])
})

test('a weigher may look at other hosts', async () => {
  const hosts = ['a1', 'a2', 'b1'].map((name) => node(name))
  const alone = `(() => { const racks = hosts.groupBy((host) => host.host[0]); return (host) => -racks.get(host.host[0]).length })()`
  expect((await decide(weigher('alone', alone, 10), hosts)).destinations).toMatchObject([{ host: 'b1' }])
})

test.each([
  ['no number', `() => 'much'`, 'the raw weight is string: a number is needed'],
  ['not-a-number', '() => NaN', 'the raw weight is NaN: a number is needed'],
  ['a promise', 'async () => 1', 'the raw weight is a promise: a number is needed'],
])('a weigher that gives %s is at fault', async (_name, weigh, message) => {
  const { error } = await decide(weigher('bad', weigh, 1), [node('a')])
  expect(error).toMatchObject({
    code: 'PLUGIN_FAULT',
    plugin: 'bad',
    host: 'a',
    cause: { code: 'PLUGIN_INVALID', message },
  })
})

test('infinite weights that cannot be normalised are a fault', async () => {
  const infinite = `(host) => (host.host === 'b' ? Infinity : 1)`
  const { error } = await decide(weigher('endless', infinite, 1), [node('a'), node('b')])
  expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'endless', cause: { code: 'VALUE_MALFORMED' } })
})

test('a filter that runs once a request is asked about every host once, the others for each instance (P88)', async () => {
  const counting = (
    name: string,
    flag: string,
  ): string => `export const ${name} = defineFilter({ name: '${name}', ${flag} volatile: true,
    create: () => () => () => { globalThis.asked.${name} += 1; return true } })`
  const module = `import { defineFilter } from '${CONTRACT}'\n${counting('Once', 'oncePerRequest: true,')}\n${counting('Each', '')}\n`
  const asked = { Once: 0, Each: 0 }
  Object.assign(globalThis, { asked })
  const folder = folderWith({ 'f.mjs': module })
  const conf = '[DEFAULT]\nscheduler_available_filters = ./f.mjs\nscheduler_default_filters = Once,Each\n'
  const hosts = Array.from({ length: 4 }, (_, index) => node(`h${index}`))
  const scheduler = await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })
  expect(await placed(scheduler, novaRequest(50))).toHaveLength(50)
  expect(asked).toEqual({ Once: 4, Each: 200 })
})

test('a remembered answer is not asked for again until its host changes', async () => {
  const module = `import { defineFilter } from '${CONTRACT}'
export const f = defineFilter({ name: 'Counted', create: () => (request) => { const { name } = request.flavor
  return () => { globalThis.counted += 1; return name !== '' } } })`
  const counts = globalThis as unknown as { counted: number }
  counts.counted = 0
  const folder = folderWith({ 'f.mjs': module })
  const conf = '[DEFAULT]\nscheduler_available_filters = ./f.mjs\nscheduler_default_filters = Counted\n'
  const scheduler = await schedulerOver([node('a'), node('b'), node('c')], conf, { file: join(folder, 'nova.conf') })
  await scheduler.select(novaRequest(1))
  expect(counts.counted).toBe(3)
  await scheduler.select(novaRequest(3))
  expect(counts.counted, 'a changed: read again, and claimed twice').toBeLessThanOrEqual(3 + 1 + 2)
})

test.each([
  [
    'servicegroup_driver = zookeeper\n',
    'DRIVER_NOT_FOUND',
    'unknown ServiceGroup driver name: zookeeper (db, zk, mc, or a package, folder or file)',
  ],
  ['servicegroup_driver = mc\n', 'CONF_INVALID', 'memcached_servers not defined'],
])('%s is refused (P20)', async (conf, code, message) => {
  await expect(schedulerOver([node('a')], `[DEFAULT]\n${conf}`)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  })
})

test('quotes around the name of the ServiceGroup driver do not count (P20)', async () => {
  expect(
    await placed(await schedulerOver([node('a')], '[DEFAULT]\nservicegroup_driver = "zk"\n'), novaRequest()),
  ).toEqual(['a'])
})
