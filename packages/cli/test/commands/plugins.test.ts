import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { nova } from '../command.ts'
import { folderWith } from '../program.ts'

const PACKAGE = join(import.meta.dirname, '../..')
const CONTRACT = pathToFileURL(join(PACKAGE, '../core/dist/plugin/index.js')).href

/** A check of what a command prints against the schema that is shipped. */
const schemaOf = (name: string): ((data: unknown) => void) => {
  const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(join(PACKAGE, 'schema', `plugins-${name}.schema.json`), 'utf8')) as object,
  )
  return (data) => expect(isValid(data), JSON.stringify(isValid.errors)).toBe(true)
}
const [isList, isPlugin] = [schemaOf('list'), schemaOf('show')]

const RACK = `import { defineFilter, int, reject, str } from '${CONTRACT}'
export const RackFilter = defineFilter({
  name: 'RackFilter',
  help: 'Hosts of racks with a free place.',
  options: {
    rack_places: int(40, { min: 1, max: 99, help: 'Places of a rack.' }),
    token: str(null, { group: 'racks', help: 'Of the API of the racks.' }),
  },
  reasons: { full: 'the rack has {available} of {needed} places' },
  hints: ['rack'],
  aggregateKeys: ['rack'],
  volatile: true,
  create: () => () => () => reject('full'),
})
`
/** Plain JavaScript may say anything of itself. */
const ODD = `import { defineFilter } from '${CONTRACT}'
export const OddFilter = defineFilter({
  name: 'OddFilter', volatile: 'x', oncePerRequest: 1,
  options: { x: { type: 'int' } }, create: () => () => null,
})
`
const CONF = `[DEFAULT]
scheduler_available_filters = nova.scheduler.filters.all_filters
scheduler_available_filters = ./plugins.d
scheduler_default_filters = ComputeFilter,RackFilter,RamFilter
scheduler_weight_classes = nova.scheduler.weights.ram.RAMWeigher
rack_places = 12
[racks]
token = hunter2
`

interface Listed {
  readonly plugins: readonly { readonly name: string; readonly kind: string; readonly enabled: boolean }[]
  readonly problems: readonly { readonly place: string }[]
}

function site(conf = CONF, files: Readonly<Record<string, string>> = {}): string {
  const folder = folderWith({ 'nova.conf': conf })
  for (const [name, text] of Object.entries({ 'plugins.d/rack.mjs': RACK, 'plugins.d/odd.mjs': ODD, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const plugins = (args: readonly string[], cwd = site(), more = {}): ReturnType<typeof nova> =>
  nova(['plugins', ...args, '--config-file', 'nova.conf'], { cwd, ...more })

describe('plugins list', () => {
  test('prints a table for each kind, the used ones first and in order', async () => {
    const { code, stdout, stderr } = await plugins(['list', '--enabled'])
    expect(stdout).toBe(`Filters
ORDER  NAME           STATE    FROM
    1  ComputeFilter  enabled  @nova-sched/filters
    2  RackFilter     enabled  plugins.d/rack.mjs
    3  RamFilter      enabled  @nova-sched/filters

Weighers
ORDER  NAME        STATE    FROM
    1  RAMWeigher  enabled  @nova-sched/weighers

Scheduler drivers
NAME             STATE    FROM
FilterScheduler  enabled  @nova-sched/core

Host managers
NAME         STATE    FROM
HostManager  enabled  @nova-sched/core

ServiceGroup drivers
NAME      STATE    FROM
DbDriver  enabled  @nova-sched/servicegroup-db
`)
    expect(stderr).toMatch(/^release kilo .*\n$/)
    expect(code).toBe(0)
  })

  test.each([80, 120])('fits %d columns with every plugin, none of them cut', async (columns) => {
    const { stdout } = await plugins(['list'], site(), { columns })
    const lines = stdout.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
    expect(lines.filter((line) => line.includes('@nova-sched/') || line.includes('plugins.d/'))).toHaveLength(51)
  })

  test('keeps to a kind', async () => {
    const { stdout } = await plugins(['list', '--kind', 'weigher'])
    expect(
      stdout
        .split('\n')
        .slice(2, -1)
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ['1', 'RAMWeigher', 'enabled', '@nova-sched/weighers'],
      ['IoOpsWeigher', 'available', '@nova-sched/weighers'],
      ['MetricsWeigher', 'available', '@nova-sched/weighers'],
    ])
  })

  test('prints data that its schema describes, the same as JSON and YAML', async () => {
    const cwd = site()
    const args = ['list', '--without', 'RamFilter', '--format']
    const data = JSON.parse((await plugins([...args, 'json'], cwd)).stdout) as Listed
    isList(data)
    expect(data.plugins.filter(({ enabled, kind }) => enabled && kind === 'filter')).toMatchObject([
      { name: 'ComputeFilter', package: '@nova-sched/filters', order: [1] },
      { name: 'RackFilter', package: null, file: 'plugins.d/rack.mjs', order: [2] },
    ])
    expect(data).toMatchObject({ release: 'kilo', problems: [], notes: ['decided without RamFilter'] })
    expect(data.plugins).toContainEqual(expect.objectContaining({ name: 'RamFilter', leftOut: true, order: [] }))
    expect(parse((await plugins([...args, 'yaml'], cwd)).stdout)).toEqual(data)
  })

  test('tells what cannot be loaded, hides nothing for it, and ends with 2', async () => {
    const conf = CONF.replace('[racks]', 'scheduler_available_filters = ./bad\\u0007.mjs\n[racks]')
    const cwd = site(conf.replace('\\u0007', '\x07'), { 'plugins.d/broken.mjs': 'export const x = {' })
    const { code, stdout, stderr } = await plugins(['list'], cwd)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^warning: nova\.conf:3: .*broken\.mjs: the plugin cannot be loaded/m)
    expect(stderr).toMatch(
      /^warning: nova\.conf:7: the filter \.\/bad\\u0007\.mjs is not found: no such file or folder$/m,
    )
    expect(stderr).toMatch(/^warning: nova\.conf:4: the filter RackFilter is not found/m)
    expect(stderr).toMatch(/^error: 3 problems with plugins: see the warnings$/m)
    expect(stdout).toMatch(/^ +2 {2}RamFilter +enabled/m)
    const data = JSON.parse((await plugins(['list', '--format', 'json'], cwd)).stdout) as Listed
    isList(data)
    expect(data.problems.map(({ place }) => place).sort()).toEqual(['nova.conf:3', 'nova.conf:4', 'nova.conf:7'])
  })

  test('tells built-in filters that are not available', async () => {
    const { code, stdout, stderr } = await plugins(['list'], site(CONF.replace(/^.*all_filters\n/m, '')))
    expect(code).toBe(2)
    expect(stdout).toMatch(/^ +RamFilter +not available +@nova-sched\/filters$/m)
    expect(stderr).toMatch(/nova\.conf:3: the filter RamFilter is built in but not available/)
  })

  test('refuses a kind that there is none of', async () => {
    expect(await plugins(['list', '--kind', 'fitler'])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('plugins show', () => {
  test('prints all that a filter says of itself, with the values in force', async () => {
    const { code, stdout } = await plugins(['show', 'RackFilter'])
    expect(stdout).toBe(`RackFilter, a filter: enabled, number 2 in the order
Hosts of racks with a free place.

from            plugins.d/rack.mjs
hints           rack
aggregate keys  rack
asked           anew for every host: it depends on more than host and request

Options
[DEFAULT] rack_places = 12
  Places of a rack.
  whole number from 1 to 99; default 40; from nova.conf:6
[racks] token = ***
  Of the API of the racks.
  text; default not set; from nova.conf:8

Reasons
full  the rack has {available} of {needed} places
`)
    expect(code).toBe(0)
  })

  test.each([
    ['RackFilter', { options: [{ name: 'rack_places', value: 12, source: 'nova.conf:6' }, { value: '***' }] }],
    ['OddFilter', { help: null, reasons: {}, hints: [], aggregateKeys: [], options: [{ default: null, help: '' }] }],
    ['nova.scheduler.weights.ram.RAMWeigher', { releases: ['kilo', 'zed', '2026.1'], minval: 0 }],
    ['AggregateInstanceExtraSpecsFilter', { oncePerRequest: true, order: [], available: true }],
    ['filter_scheduler', { name: 'FilterScheduler', kind: 'scheduler-driver', file: null, releases: null }],
    ['ironic_host_manager', { kind: 'host-manager', enabled: false }],
  ])('%s as data', async (name, expected) => {
    const cwd = site()
    const data: unknown = JSON.parse((await plugins(['show', name, '--format', 'json'], cwd)).stdout)
    isPlugin(data)
    expect(data).toMatchObject(expected)
    expect(JSON.stringify(data)).not.toContain('hunter2')
    expect(parse((await plugins(['show', name, '--format', 'yaml'], cwd)).stdout)).toEqual(data)
    const { stdout } = await plugins(['show', name], cwd, { columns: 80 })
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('follows the release, for options and for what there is', async () => {
    const { stdout } = await nova(['plugins', 'show', 'RAMWeigher', '--release', 'wallaby'], { cwd: folderWith({}) })
    expect(stdout).toContain('[filter_scheduler] ram_weight_multiplier = 1.0\n')
    expect(stdout).toContain('from its default; old name [DEFAULT] ram_weight_multiplier')
  })

  test.each([
    ['RamFilte', 'did you mean RamFilter?'],
    ['CPUWeigher', 'it is one of zed and 2026.1'],
    ['none\x07', 'none\\u0007'],
  ])('%s is an error: %s', async (name, message) => {
    const { code, stdout, stderr } = await plugins(['show', name])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })

  test('a wrong value of its options is an error, of a driver too', async () => {
    const driver = `import { defineSchedulerDriver, int } from '${CONTRACT}'
export const D = defineSchedulerDriver({ name: 'NightDriver', options: { night_hours: int(8, { help: 'Hours.' }) },
  create: () => ({ selectDestinations: async () => [] }) })`
    const cwd = site('[DEFAULT]\nscheduler_driver = ./driver.mjs\nnight_hours = many\n', { 'driver.mjs': driver })
    const { code, stderr } = await plugins(['show', 'NightDriver'], cwd)
    expect(code).toBe(2)
    expect(stderr).toContain('nova.conf:3: [DEFAULT] night_hours: "many" must be a whole number')
  })

  test('of two that bear a name it shows the one that is used, and tells of the other', async () => {
    const conf = '[DEFAULT]\nscheduler_available_filters = ./ram.mjs\nscheduler_default_filters = RamFilter\n'
    const cwd = site(conf, { 'ram.mjs': RACK.replaceAll('RackFilter', 'RamFilter') })
    const { stdout, stderr } = await plugins(['show', 'RamFilter'], cwd)
    expect(stdout).toMatch(/^from +ram\.mjs$/m)
    expect(stderr).toMatch(/^hint: there is another filter of this name: .*filters/m)
  })
})

test.each(['list', 'show', 'new'])('help of plugins %s has examples', async (name) => {
  const { code, stdout } = await nova(['plugins', name, '--help'], { cwd: folderWith({}) })
  expect(code).toBe(0)
  expect(stdout).toContain(`Examples:\n  nova-sched plugins ${name}`)
})
