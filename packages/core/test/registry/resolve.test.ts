import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inTree } from '../../src/registry/find.ts'
import { IN_TREE_PLUGINS } from '../../src/releases.ts'
import { filterModule, folderWith } from '../folder.ts'
import { node, novaRequest, placed, schedulerOver } from '../scheduling.ts'

const hosts = [node('h1'), node('h2'), node('h3')]
const only = (host: string): string => `(host) => host.host === '${host}'`

async function placedWith(files: Readonly<Record<string, string>>, conf: string, options = {}): Promise<unknown> {
  const folder = folderWith(files)
  const scheduler = await schedulerOver(hosts, `[DEFAULT]\n${conf}`, { file: join(folder, 'nova.conf'), ...options })
  return placed(scheduler, novaRequest())
}

const manifest = (exports: object): string =>
  JSON.stringify({ name: 'acme', keywords: ['nova-sched-plugin'], ...exports })

describe('a filter of a third party runs', () => {
  test('as one file beside the nova.conf that names it', async () => {
    const conf = 'scheduler_available_filters = ./mine.mjs\nscheduler_default_filters = Mine\n'
    expect(await placedWith({ 'mine.mjs': filterModule('Mine', only('h2')) }, conf)).toEqual(['h2'])
  })

  test('as CommonJS', async () => {
    const text = `exports.f = { name: 'Mine', create: () => () => ${only('h3')}, [Symbol.for('nova-sched.plugin')]: { kind: 'filter', api: 1 } }`
    const conf = 'scheduler_available_filters = mine.cjs\nscheduler_default_filters = Mine\n'
    expect(await placedWith({ 'mine.cjs': text }, conf)).toEqual(['h3'])
  })

  test('from a folder, beside the built-in ones', async () => {
    const files = {
      'plugins.d/b.mjs': filterModule('B', only('h2')),
      'plugins.d/a.mjs': filterModule('A', '() => true'),
      'plugins.d/a.test.mjs': `throw new Error('tests are no plugins')`,
      'plugins.d/_draft.mjs': `throw new Error('neither are drafts')`,
    }
    const conf = `scheduler_available_filters = nova.scheduler.filters.all_filters
scheduler_available_filters = ./plugins.d
scheduler_default_filters = RamFilter,A,B
`
    expect(await placedWith(files, conf)).toEqual(['h2'])
  })

  test.each([
    ['main', { main: 'lib.mjs' }],
    ['exports for import alone', { exports: { '.': { import: './lib.mjs' } } }],
  ])('as a package with %s', async (_name, exports) => {
    const files = {
      'node_modules/acme/package.json': manifest(exports),
      'node_modules/acme/lib.mjs': filterModule('Mine', only('h3')),
    }
    const conf = 'scheduler_available_filters = acme\nscheduler_default_filters = Mine\n'
    expect(await placedWith(files, conf)).toEqual(['h3'])
  })

  test('and only names of the enabled list run', async () => {
    const files = {
      'both.mjs':
        filterModule('A', only('h2')).replace('export const plugin', 'export const a') +
        filterModule('B', only('h3')).split('\n').slice(1).join('\n'),
    }
    const conf = 'scheduler_available_filters = ./both.mjs\nscheduler_default_filters = B\n'
    expect(await placedWith(files, conf)).toEqual(['h3'])
  })
})

test('every in-tree plugin of a built release is there', async () => {
  const sources = { builtins: [], inTree: IN_TREE_PLUGINS.kilo, resolveFrom: [import.meta.dirname] }
  const found = [
    ...(await inTree('@nova-sched/filters', 'filter', sources)),
    ...(await inTree('@nova-sched/weighers', 'weigher', sources)),
  ]
  expect(found.map(({ plugin }) => plugin.name).sort()).toEqual([...IN_TREE_PLUGINS.kilo].sort())
})

describe('names that are not found', () => {
  const messageOf = (conf: string): Promise<string> =>
    placedWith({ 'mine.mjs': filterModule('Mine', '() => true') }, conf).then(String, (error: Error) => error.message)

  test('built-in filters lost because the available ones were replaced (P13)', async () => {
    const message = await messageOf(
      'scheduler_available_filters = ./mine.mjs\nscheduler_default_filters = RamFilter,Mine\n',
    )
    expect(message).toMatch(
      /nova\.conf:3: Scheduler Host Filter RamFilter could not be found: it is built in but not available/,
    )
    expect(message).toContain('no longer lists nova.scheduler.filters.all_filters: repeat the option')
  })

  test('a class path where a name belongs (P14)', async () => {
    const message = await messageOf(
      'scheduler_available_filters = ./mine.mjs\nscheduler_default_filters = Mine\nscheduler_default_filters = mine.Mine\n',
    )
    expect(message).toMatch(/nova\.conf:4: .*mine\.Mine could not be found: .*write Mine/)
  })

  test('all at once, the nearest name told', async () => {
    const message = await messageOf('scheduler_default_filters = RamFiltr,ComputeFilter,NoSuchThingAtAll\n')
    expect(message).toContain('Scheduler Host Filter RamFiltr could not be found: did you mean RamFilter?')
    expect(message).toContain('Scheduler Host Filter NoSuchThingAtAll could not be found')
  })

  test('a Python class of the site, with the two ways out', async () => {
    const message = await messageOf(
      'scheduler_available_filters = valet.ValetFilter\nscheduler_default_filters = ValetFilter\n',
    )
    expect(message).toContain('--without ValetFilter')
    expect(message).toContain('substitute = ValetFilter:./ValetFilter.mjs')
  })

  test('an unknown scheduler driver', async () => {
    expect(await messageOf('scheduler_driver = nova.scheduler.nope.Nope\n')).toMatch(
      /nova\.conf:2: scheduler driver nova\.scheduler\.nope\.Nope could not be found/,
    )
  })
})

describe('deciding without a Python class', () => {
  const conf = `scheduler_available_filters = nova.scheduler.filters.all_filters
scheduler_available_filters = valet.ValetFilter
scheduler_default_filters = RamFilter,ValetFilter
`

  test('--without leaves it out, and says so', async () => {
    const scheduler = await schedulerOver(hosts, `[DEFAULT]\n${conf}`, { without: ['ValetFilter'] })
    const decision = await scheduler.select(novaRequest())
    expect(decision.destinations).toHaveLength(1)
    expect(decision.notes).toEqual(['decided without ValetFilter'])
  })

  test('a stand-in takes its name, and says so', async () => {
    const folder = folderWith({ 'valet.mjs': filterModule('AnyName', only('h3')) })
    const text = `[DEFAULT]\n${conf}[nova_sched]\nsubstitute = ValetFilter:./valet.mjs\n`
    const scheduler = await schedulerOver(hosts, text, { file: join(folder, 'nova.conf') })
    const decision = await scheduler.select(novaRequest())
    expect(decision.destinations).toMatchObject([{ host: 'h3' }])
    expect(decision.instances[0]?.funnel).toContainEqual({ filter: 'ValetFilter', before: 3, after: 1 })
    expect(decision.notes).toEqual([expect.stringMatching(/ValetFilter is decided by a stand-in: .*valet\.mjs/)])
  })
})
