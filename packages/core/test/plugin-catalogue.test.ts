import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseConf } from '../src/conf/index.ts'
import { createInspector } from '../src/inspect.ts'
import { pluginCatalogue, pluginOptionsIn, type PluginCatalogue } from '../src/plugin-catalogue.ts'
import { pluginsNamed } from '../src/plugin-shelf.ts'
import type { Conf } from '../src/conf/conf.ts'
import { BUILT_RELEASES, IN_TREE_PLUGINS } from '../src/releases.ts'
import { CONTRACT, filterModule, folderWith } from './folder.ts'

const ALL = 'scheduler_available_filters = nova.scheduler.filters.all_filters\n'
const confOf = (text: string, folder = '/', release = 'kilo'): Conf =>
  parseConf(`[DEFAULT]\n${text}`, { file: join(folder, 'nova.conf'), release })

const catalogueOf = (text: string, folder?: string, without: readonly string[] = []): Promise<PluginCatalogue> =>
  pluginCatalogue(confOf(text, folder), { without })

/** Names of the enabled plugins of a kind, by their places. */
function enabled({ plugins }: PluginCatalogue, kind: string): string[] {
  const names: string[] = []
  for (const plugin of plugins.filter((each) => each.kind === kind)) {
    for (const place of plugin.order) names[place - 1] = plugin.name
  }
  return names
}

const named = ({ plugins }: PluginCatalogue, name: string) => plugins.find((plugin) => plugin.name === name)

describe('what is found', () => {
  test('without a word in nova.conf: everything of the release, and what it runs', async () => {
    const catalogue = await catalogueOf('')
    const inTree = catalogue.plugins.filter(({ kind }) => kind === 'filter' || kind === 'weigher')
    expect(inTree.map(({ name }) => name).sort()).toEqual([...IN_TREE_PLUGINS.kilo].sort())
    expect(enabled(catalogue, 'filter').slice(0, 3)).toEqual(['RetryFilter', 'AvailabilityZoneFilter', 'RamFilter'])
    expect(enabled(catalogue, 'scheduler-driver')).toEqual(['FilterScheduler'])
    expect(enabled(catalogue, 'host-manager')).toEqual(['HostManager'])
    expect(named(catalogue, 'RamFilter')).toMatchObject({ package: '@nova-sched/filters', isAvailable: true })
    expect(named(catalogue, 'ChanceScheduler')).toMatchObject({ package: '@nova-sched/core', file: null, order: [] })
    expect(catalogue).toMatchObject({ problems: [], notes: [] })
  })

  test('files, folders and packages, each with where it comes from', async () => {
    const folder = folderWith({
      'one.mjs': filterModule('OneFilter', '() => true'),
      'plugins.d/two.mjs': filterModule('TwoFilter', '() => true'),
      'node_modules/acme/package.json': '{"name": "acme", "type": "module", "keywords": ["nova-sched-plugin"]}',
      'node_modules/acme/index.js': filterModule('AcmeFilter', '() => true'),
      'driver.mjs': `import { defineSchedulerDriver } from '${CONTRACT}'
export const d = defineSchedulerDriver({ name: 'NightDriver', create: () => ({ selectDestinations: async () => [] }) })`,
    })
    const catalogue = await catalogueOf(
      `${ALL}scheduler_available_filters = ./one.mjs
scheduler_available_filters = ./plugins.d
scheduler_available_filters = acme
scheduler_default_filters = TwoFilter,RamFilter,TwoFilter
scheduler_driver = ./driver.mjs
`,
      folder,
    )
    expect(catalogue.problems).toEqual([])
    expect(named(catalogue, 'OneFilter')).toMatchObject({ package: null, file: join(folder, 'one.mjs'), order: [] })
    expect(named(catalogue, 'TwoFilter')).toMatchObject({ file: join(folder, 'plugins.d/two.mjs'), order: [1, 3] })
    expect(named(catalogue, 'AcmeFilter')).toMatchObject({ package: 'acme', isAvailable: true })
    expect(enabled(catalogue, 'scheduler-driver')).toEqual(['NightDriver'])
    expect(named(catalogue, 'FilterScheduler')).toMatchObject({ order: [], isAvailable: true })
  })

  test('built-in filters that are not available, once the list of what is was replaced', async () => {
    const folder = folderWith({ 'one.mjs': filterModule('OneFilter', '() => true') })
    const catalogue = await catalogueOf(
      'scheduler_available_filters = ./one.mjs\nscheduler_default_filters = OneFilter,RamFilter\n',
      folder,
    )
    expect(named(catalogue, 'RamFilter')).toMatchObject({ isAvailable: false, order: [] })
    expect(catalogue.problems).toMatchObject([
      {
        place: `${folder}/nova.conf:3`,
        value: 'RamFilter',
        message: expect.stringMatching(/built in but not available/),
      },
    ])
  })

  test('bare-metal filters run in place of the enabled ones', async () => {
    const conf = `scheduler_host_manager = ironic_host_manager
scheduler_use_baremetal_filters = true
baremetal_scheduler_default_filters = ExactRamFilter,ComputeFilter\n`
    expect(enabled(await catalogueOf(conf), 'filter')).toEqual(['ExactRamFilter', 'ComputeFilter'])
  })

  test('stand-ins, and what is decided without', async () => {
    const folder = folderWith({ 'valet.mjs': filterModule('MyValet', '() => true') })
    const conf = `${ALL}scheduler_available_filters = site.filters.ValetFilter
scheduler_default_filters = RetryFilter,ValetFilter,RamFilter
[nova_sched]
substitute = ValetFilter:./valet.mjs
`
    const catalogue = await catalogueOf(conf, folder, ['RetryFilter'])
    expect(enabled(catalogue, 'filter')).toEqual(['ValetFilter', 'RamFilter'])
    expect(named(catalogue, 'ValetFilter')).toMatchObject({
      file: join(folder, 'valet.mjs'),
      standsInFor: 'site.filters.ValetFilter',
    })
    expect(named(catalogue, 'RetryFilter')).toMatchObject({ isLeftOut: true, order: [], isAvailable: true })
    expect(catalogue.notes).toEqual([
      expect.stringContaining('ValetFilter is decided by a stand-in'),
      'decided without RetryFilter',
    ])
  })
})

describe('what does not hold is told beside the rest', () => {
  test('every problem with its place', async () => {
    const folder = folderWith({
      'broken.mjs': 'export const x = {',
      'empty.mjs': '',
      'twin.mjs': filterModule('RamFilter', '() => true'),
    })
    const conf = `${ALL}scheduler_available_filters = ./broken.mjs
scheduler_available_filters = ./empty.mjs
scheduler_available_filters = ./gone.mjs
scheduler_available_filters = ./twin.mjs
scheduler_default_filters = RamFilter,RamFilte,nova.scheduler.filters.core_filter.CoreFilter
scheduler_weight_classes = nova.scheduler.weights.all_weighers,site.CheapWeigher
scheduler_driver = site.NightDriver
`
    const catalogue = await catalogueOf(conf, folder, ['RetryFilter'])
    const told = catalogue.problems.map(({ place, message }) => `${place.replace(`${folder}/`, '')}: ${message}`)
    expect(told.sort()).toEqual([
      expect.stringMatching(/^--without: nothing of the name RetryFilter would run$/),
      expect.stringMatching(/^nova\.conf:3: .*broken\.mjs: the plugin cannot be loaded/),
      expect.stringMatching(/^nova\.conf:4: .*empty\.mjs: no plugin found/),
      expect.stringMatching(/^nova\.conf:5: the filter \.\/gone\.mjs is not found: no such file or folder$/),
      expect.stringMatching(/^nova\.conf:6: two plugins carry the name RamFilter/),
      expect.stringMatching(/^nova\.conf:7: the filter RamFilte is not found: did you mean RamFilter\?/),
      expect.stringMatching(/^nova\.conf:7: the filter nova\..*CoreFilter is not found: .*write CoreFilter/),
      expect.stringMatching(
        /^nova\.conf:8: the weigher site\.CheapWeigher is not found: a Python class .*--without CheapWeigher/,
      ),
      expect.stringMatching(/^nova\.conf:9: the scheduler driver site\.NightDriver is not found: a Python class/),
    ])
    expect(enabled(catalogue, 'filter')).toEqual(['RamFilter'])
    expect(enabled(catalogue, 'weigher')).toHaveLength(3)
    expect(enabled(catalogue, 'scheduler-driver')).toEqual([])
  })
})

test('what a release has, and nova-sched or another release has instead, is told', async () => {
  const conf = confOf('[filter_scheduler]\nenabled_filters = RetryFilter,ComputeFilter\n', '/', '2026.1')
  const { problems, notes } = await pluginCatalogue(conf)
  expect(problems.map(({ message }) => message)).toEqual([
    'the filter RetryFilter is not found: it is one of kilo, not of the release in force',
  ])
  expect(notes).toEqual([
    'of 2026.1, these are not built yet: HypervisorVersionWeigher, ImagePropertiesWeigher, NumInstancesWeigher',
  ])
})

test.each(BUILT_RELEASES)('everything that %s has is built', async (release) => {
  const { plugins, problems, notes } = await pluginCatalogue(confOf('', '/', release))
  const inTree = plugins.filter(({ kind }) => kind === 'filter' || kind === 'weigher')
  expect(inTree.map(({ name }) => name).sort()).toEqual([...IN_TREE_PLUGINS[release]].sort())
  expect({ problems, notes }).toEqual({ problems: [], notes: [] })
})

test('what is enabled, and in which order, is what a scheduler runs', async () => {
  const filters = fc.uniqueArray(fc.constantFrom(...IN_TREE_PLUGINS.kilo.filter((name) => /Filter$/.test(name))), {
    minLength: 1,
    maxLength: 6,
  })
  const weighers = fc.constantFrom(
    'nova.scheduler.weights.all_weighers',
    'nova.scheduler.weights.ram.RAMWeigher',
    'nova.scheduler.weights.ram.RAMWeigher,nova.scheduler.weights.io_ops.IoOpsWeigher',
  )
  const law = fc.asyncProperty(filters, weighers, fc.nat(6), async (names, classes, left) => {
    const conf = confOf(`scheduler_default_filters = ${names.join(',')}\nscheduler_weight_classes = ${classes}\n`)
    const without = ['RAMWeigher', ...names.slice(0, left)]
    const catalogue = await pluginCatalogue(conf, { without })
    const inspector = await createInspector({ conf, without, inventory: { hosts: [], aggregates: [] } })
    expect(enabled(catalogue, 'filter')).toEqual(inspector.filters)
    expect(enabled(catalogue, 'weigher')).toEqual(inspector.weighers)
  })
  await fc.assert(law, { numRuns: 30 })
})

describe('pluginsNamed', () => {
  const find = async (text: string, conf = confOf('')): Promise<string[]> =>
    pluginsNamed((await pluginCatalogue(conf)).plugins, text, conf).map(({ name }) => name)

  test.each([
    ['RamFilter', 'RamFilter'],
    ['nova.scheduler.filters.ram_filter.RamFilter', 'RamFilter'],
    ['nova.scheduler.weights.ram.RAMWeigher', 'RAMWeigher'],
    ['filter_scheduler', 'FilterScheduler'],
    ['ironic_host_manager', 'IronicHostManager'],
  ])('%s', async (text, name) => {
    expect(await find(text)).toEqual([name])
  })

  test.each([
    ['RamFiltre', 'kilo', 'no plugin of the name RamFiltre is found, did you mean RamFilter?'],
    ['trust', 'kilo', 'no plugin of the name trust is found; there are TrustedFilter'],
    ['x.y', 'kilo', 'no plugin of the name x.y is found: nova-sched plugins list tells what is'],
    ['__proto__', 'kilo', /^no plugin of the name __proto__ is found/],
    ['CPUWeigher', 'kilo', 'CPUWeigher is no plugin of kilo, it is one of zed and 2026.1: ask with --release zed'],
    ['RamFilter', 'zed', 'RamFilter is no plugin of zed, it is one of kilo: ask with --release kilo'],
    ['NumInstancesWeigher', '2026.1', 'NumInstancesWeigher of 2026.1 is not built yet'],
  ])('%s of %s: %s', async (text, release, message) => {
    const failed = find(text, confOf('', '/', release))
    await expect(failed).rejects.toThrow(message)
    await expect(failed).rejects.toMatchObject({ code: 'PLUGIN_NOT_FOUND', exitCode: 2 })
  })

  test('of two that bear a name, the one that is used comes first', async () => {
    const folder = folderWith({ 'ram.mjs': filterModule('RamFilter', '() => true') })
    const conf = confOf('scheduler_available_filters = ./ram.mjs\nscheduler_default_filters = RamFilter\n', folder)
    const [first, second] = pluginsNamed((await pluginCatalogue(conf)).plugins, 'RamFilter', conf)
    expect([first?.file, second?.package]).toEqual([join(folder, 'ram.mjs'), '@nova-sched/filters'])
  })
})

test('options stand where the release in force has them', async () => {
  for (const [release, group] of [
    ['kilo', 'DEFAULT'],
    ['zed', 'filter_scheduler'],
  ] as const) {
    const conf = confOf('', '/', release)
    const [found] = pluginsNamed((await pluginCatalogue(conf)).plugins, 'RAMWeigher', conf)
    if (found === undefined) throw new Error('not found')
    expect(pluginOptionsIn(conf, found.plugin)).toMatchObject([{ names: [{ group, name: 'ram_weight_multiplier' }] }])
  }
})
