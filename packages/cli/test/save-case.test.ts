import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { nova } from './command.ts'
import { folderWith } from './program.ts'

const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, '../schema/case.schema.json'), 'utf8')) as object
const isCase = new Ajv({ allErrors: true }).compile(SCHEMA)
const CONTRACT = join(import.meta.dirname, '../../core/dist/plugin/index.js')

const CLOUD = `hosts:
  - {host: marlin, nodename: marlin.reef.example, vcpus: 8, memory_mb: 4096, local_gb: 100, host_ip: 10.1.2.3}
  - {host: tarpon, vcpus: 8, memory_mb: 16384, local_gb: 100, instances: [{uuid: 4e0c3a7e-0000-4000-8000-00000000000a}]}
  - {host: wahoo, vcpus: 8, memory_mb: 65536, local_gb: 100, service: {disabled: true, disabled_reason: leaks}}
aggregates:
  - {id: 1, name: deep, hosts: [marlin, tarpon], metadata: {availability_zone: lagoon, berth: north}}
flavors:
  - {name: trout, vcpus: 1, memory_mb: 1024, extra_specs: {'aggregate_instance_extra_specs:berth': north}}
`
const CONF = `[DEFAULT]
scheduler_default_filters = AvailabilityZoneFilter,RamFilter,AggregateInstanceExtraSpecsFilter
ram_allocation_ratio = 1.0
`
const FILES = {
  'nova.conf': CONF,
  'cloud.yaml': CLOUD,
  'boot.yaml': 'flavor: trout\navailability_zone: lagoon\nproject_id: treasury\n',
}
const BASE = ['dry-run', '--inventory', 'cloud.yaml', '--request', 'boot.yaml', '--config-file', 'nova.conf']

/** Saves a case, moves it away from everything that it was made of, and takes that away. */
async function saved(
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string; folder: string }> {
  const cwd = folderWith({})
  for (const [name, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const ended = await nova([...BASE, ...args, '--save-case', 'case'], { cwd })
  const folder = join(folderWith({}), 'moved')
  if (existsSync(join(cwd, 'case'))) renameSync(join(cwd, 'case'), folder)
  expect(readdirSync(cwd).filter((name) => name.startsWith('.'))).toEqual([])
  for (const name of readdirSync(cwd)) rmSync(join(cwd, name), { recursive: true })
  return { ...ended, folder }
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')
const json = <T>(folder: string, name: string): T => JSON.parse(read(folder, name)) as T

interface CaseJson {
  readonly exit: number
  readonly arguments: readonly string[]
  readonly title: string
  readonly seed: number
}

/** Runs a case from its folder as its README says. */
async function rerun(
  folder: string,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const command = /^nova-sched (.*)$/m.exec(read(folder, 'README.md'))?.[1] ?? ''
  const words = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1'))
  return nova(words, { cwd: folder })
}

async function expectGreen(folder: string): Promise<void> {
  const file = json<CaseJson>(folder, 'case.json')
  expect(isCase(file), JSON.stringify(isCase.errors)).toBe(true)
  const { code, stdout, stderr } = await rerun(folder)
  expect(stderr).not.toContain('error')
  expect(stdout.replaceAll(folder, '.')).toBe(read(folder, 'expected.json'))
  expect(code).toBe(file.exit)
}

describe('--save-case', () => {
  test('writes a folder that prints the same elsewhere', async () => {
    const { code, stdout, stderr, folder } = await saved()
    expect([code, stdout]).toEqual([0, expect.stringContaining('Placed 1 of 1 instance of trout.')])
    expect(stderr).toContain('case: saved in case; its README.md says how to run it')
    const names = ['README.md', 'case.json', 'expected.json', 'inventory.json', 'nova.conf', 'request.json']
    expect(readdirSync(folder).sort()).toEqual(names)
    await expectGreen(folder)
  })

  test.each([
    ['no valid host', ['--count', '40'], {}, 1, 'dry-run: NO_VALID_HOST'],
    [
      'a fault',
      [],
      { 'cloud.yaml': CLOUD.replace('memory_mb: 4096', 'memory_mb: 4096, free_ram_mb: null') },
      3,
      'dry-run: PLUGIN_FAULT',
    ],
    [
      'several requests',
      [],
      { 'boot.yaml': '- flavor: trout\n- {flavor: trout, count: 90}\n' },
      1,
      'dry-run: 2 requests, placed, NO_VALID_HOST',
    ],
    [
      'what the conductor refuses',
      [],
      { 'boot.yaml': 'flavor: trout\nretry: {num_attempts: 3}\n' },
      1,
      'dry-run: NO_VALID_HOST',
    ],
    ['a number to start at', ['--seed', 'random', '--top', '1'], {}, 0, 'dry-run: placed'],
    ['a plugin left out', ['--without', 'RamFilter'], {}, 0, 'dry-run: placed'],
    [
      'the chance scheduler',
      ['--seed', '7'],
      { 'nova.conf': '[DEFAULT]\nscheduler_driver = nova.scheduler.chance.ChanceScheduler\n' },
      0,
      'dry-run: placed',
    ],
  ])('%s', async (_, args, files, exit, title) => {
    const { code, folder } = await saved(args, files)
    expect([code, json<CaseJson>(folder, 'case.json')]).toEqual([exit, expect.objectContaining({ exit, title })])
    await expectGreen(folder)
  })

  test('makes one nova.conf of all files, without secrets and what nobody reads', async () => {
    const { folder } = await saved(['--config-file', 'more.conf', '--config-dir', 'conf.d'], {
      'nova.conf': `${CONF}my_ratio = 2.0\ncpu_allocation_ratio = $my_ratio\nsql_connection = mysql://nova:secret@db/nova\n[keystone]\nadmin_password = hush\n`,
      'more.conf': '[DEFAULT]\nram_allocation_ratio = 3.0\nio_ops_weight_multiplier = 0\n',
      'conf.d/1.conf':
        '[DEFAULT]\nio_ops_weight_multiplier = -2\n[database]\nconnection = mysql://nova:secret@db/nova\n',
    })
    expect(read(folder, 'nova.conf')).toBe(`[DEFAULT]
scheduler_default_filters = AvailabilityZoneFilter,RamFilter,AggregateInstanceExtraSpecsFilter
cpu_allocation_ratio = 2.0
ram_allocation_ratio = 3.0
io_ops_weight_multiplier = -2.0

[nova_sched]
release = kilo
`)
    expect(read(folder, 'README.md')).toContain(
      '- Left out of nova.conf, since they are secrets: [database] connection.',
    )
    for (const name of readdirSync(folder)) expect(read(folder, name)).not.toMatch(/secret@|hush/)
    await expectGreen(folder)
  })

  test('keeps the JSON options file', async () => {
    const location = join(folderWith({ 'options.json': '{"near": "tarpon", "most": 3}' }), 'options.json')
    const found = await saved(['--anonymize'], {
      'nova.conf': `[DEFAULT]\nscheduler_json_config_location = ${location}\n`,
    })
    expect(read(found.folder, 'options.json')).toBe('{"near": "host-n2", "most": 3}')
    expect(read(found.folder, 'nova.conf')).toContain('scheduler_json_config_location = ./options.json\n')
    const { folder } = await saved([], { 'nova.conf': '[DEFAULT]\nscheduler_json_config_location = gone.json\n' })
    expect(json<CaseJson>(folder, 'case.json').exit).toBe(3)
    expect(read(folder, 'expected.json')).toContain('"OPTIONS_FILE_UNREADABLE"')
  })
})

const filterModule = (name: string, test: string, head = ''): string => `import { defineFilter, int } from '${CONTRACT}'
${head}
export const plugin = defineFilter({ name: '${name}', options: { most_${name.toLowerCase()}: int(9, { help: 'x' }) }, create: ({ conf }) => () => (host) => ${test} })
`

describe('plugins of a case', () => {
  const conf = (lines: string, filters: string): string =>
    `[DEFAULT]\nscheduler_available_filters = nova.scheduler.filters.all_filters\n${lines}\nscheduler_default_filters = ${filters}\n`

  test('that are named by their paths are copied, with what they import', async () => {
    const { stderr, folder } = await saved(['--without', 'GoneFilter'], {
      'nova.conf': conf(
        'scheduler_available_filters = ./one/small.mjs\nscheduler_available_filters = ./two\nmost_small = 1\n[nova_sched]\nsubstitute = Valet:valet.js\n[DEFAULT]\nscheduler_available_filters = site.Valet',
        'Small,InFolder,Valet,GoneFilter',
      ),
      'one/small.mjs': filterModule(
        'Small',
        'isSmall(host, conf.most_small)',
        "import { isSmall } from '../shared/sizes.mjs'",
      ),
      'shared/sizes.mjs':
        "import { LEAST } from './more.js'\nexport const isSmall = (host, most) => host.vcpusTotal > LEAST * most\n",
      'shared/more.js': 'export const LEAST = 2\n',
      'package.json': '{"type": "module"}',
      'two/a.mjs': filterModule('InFolder', 'host.host !== "marlin"'),
      'two/.env': 'PASSWORD=hush',
      'two/clouds.yaml': 'password: hush',
      'two/a.test.mjs': 'throw new Error()',
      'valet.js': filterModule('Stand', 'true'),
    })
    expect(stderr).not.toMatch(/warning: the case/)
    expect(read(folder, 'nova.conf')).toContain('scheduler_available_filters = ./plugins/small/one/small.mjs\n')
    expect(read(folder, 'nova.conf')).toContain('substitute = Valet:./plugins/valet/valet.js\n')
    const copied = readdirSync(join(folder, 'plugins'), { recursive: true, withFileTypes: true })
    expect(copied.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort()).toEqual([
      'a.mjs',
      'more.js',
      'package.json',
      'package.json',
      'sizes.mjs',
      'small.mjs',
      'valet.js',
    ])
    expect(read(folder, 'expected.json')).toContain('Valet is decided by a stand-in: ./plugins/valet/valet.js')
    expect(read(folder, 'expected.json')).toContain('"host": "tarpon"')
    await expectGreen(folder)
  })

  test('that are packages keep their names, and are told', async () => {
    const manifest = { name: 'acme-filters', version: '1.0.0', main: 'x.mjs', keywords: ['nova-sched-plugin'] }
    const { code, stderr, folder } = await saved([], {
      'nova.conf': conf('scheduler_available_filters = acme-filters\nmost_acme = 3', 'Acme'),
      'node_modules/acme-filters/package.json': JSON.stringify(manifest),
      'node_modules/acme-filters/x.mjs': filterModule('Acme', 'host.host === "tarpon"'),
    })
    expect(code).toBe(0)
    expect(stderr).toContain('hint: the case needs the package acme-filters\n')
    expect(read(folder, 'README.md')).toContain('- It needs the package `acme-filters`: install it here first.')
    expect(read(folder, 'nova.conf')).toContain('scheduler_available_filters = acme-filters\n')
    expect(read(folder, 'nova.conf')).toContain('most_acme = 3\n')
    expect(read(folder, 'expected.json')).toContain('"host": "tarpon"')
  })

  test('of a driver keep their options', async () => {
    const driver = `import { defineSchedulerDriver, int } from '${CONTRACT}'
export const Nth = defineSchedulerDriver({ name: 'Nth', options: { nth_host: int(0, { help: 'x' }) }, create: ({ conf, engine }) => ({
  selectDestinations: () => [{ host: ['marlin', 'tarpon'][conf.nth_host], nodename: null, limits: null }],
}) })
`
    const { folder } = await saved([], {
      'nova.conf': '[DEFAULT]\nscheduler_driver = ./nth.mjs\nnth_host = 1\n',
      'nth.mjs': driver,
    })
    expect(read(folder, 'nova.conf')).toContain('scheduler_driver = ./plugins/nth/nth.mjs\n')
    expect(read(folder, 'nova.conf')).toContain('nth_host = 1\n')
    await expectGreen(folder)
  })
})

describe('--anonymize', () => {
  test('writes a case of the same decision that holds no old name', async () => {
    const files = {
      'nova.conf': `${CONF.replace('RamFilter', 'RamFilter,IsolatedHostsFilter')}isolated_hosts = wahoo,marlin\nhost = control-7\n`,
      'boot.yaml': `${FILES['boot.yaml']}hints: {different_host: 4e0c3a7e-0000-4000-8000-00000000000a}\n`,
    }
    const [plain, neutral] = [await saved([], files), await saved(['--anonymize'], files)]
    await expectGreen(neutral.folder)
    const chosen = ({ folder }: { folder: string }): (number | undefined)[] => {
      const hosts = json<{ hosts: { host: string }[] }>(folder, 'inventory.json').hosts.map(({ host }) => host)
      const { destinations } = json<{ destinations: { host: string }[] }>(folder, 'expected.json')
      return destinations.map(({ host }) => hosts.indexOf(host))
    }
    expect(chosen(neutral)).toEqual(chosen(plain))
    const old = /marlin|tarpon|wahoo|reef|10\.1\.2\.3|4e0c3a7e|leaks|deep|lagoon|north|trout|treasury|control-7/
    for (const name of readdirSync(neutral.folder)) expect(read(neutral.folder, name)).not.toMatch(old)
    expect(read(neutral.folder, 'nova.conf')).toContain('isolated_hosts = host-n3,host-n1\n')
  })

  test('gives an inventory alone neutral names', async () => {
    const cwd = folderWith(FILES)
    const { code, stdout } = await nova(['inventory', 'convert', 'cloud.yaml', '--anonymize'], { cwd })
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/marlin|tarpon|wahoo|reef|10\.1\.2\.3|4e0c3a7e|leaks|deep|lagoon|north|trout/)
    expect(JSON.parse(stdout)).toMatchObject({
      hosts: [
        { host: 'host-n1', nodename: 'host-n1.domain-n1', memory_mb: 4096 },
        { host: 'host-n2' },
        { host: 'host-n3' },
      ],
      aggregates: [{ name: 'aggregate-n1', hosts: ['host-n1', 'host-n2'], metadata: { berth: 'value-n1' } }],
      flavors: [{ name: 'flavor-n1', extra_specs: { 'aggregate_instance_extra_specs:berth': 'value-n1' } }],
    })
  })

  test('does not write a case that decides otherwise', async () => {
    const { code, stdout, stderr, folder } = await saved(['--anonymize'], {
      'nova.conf': '[DEFAULT]\nscheduler_available_filters = ./knows.mjs\nscheduler_default_filters = Knows\n',
      'knows.mjs': filterModule('Knows', 'host.host === "marlin"'),
    })
    expect([code, stdout]).toEqual([2, expect.stringContaining('marlin')])
    expect(stderr).toContain('error: --save-case: the case is not saved: with neutral names it decides otherwise')
    expect(existsSync(folder)).toBe(false)
  })
})

describe('what is refused', () => {
  const refused = async (args: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<string> => {
    const cwd = folderWith({ ...FILES, ...files })
    mkdirSync(join(cwd, 'empty'))
    const { code, stderr } = await nova([...BASE, ...args], { cwd })
    expect(code).toBe(2)
    return stderr
  }

  test.each([
    [['--save-case', '.'], 'error: --save-case .: the folder is not empty: name one that is not there yet\n'],
    [['--save-case', 'boot.yaml'], 'error: --save-case boot.yaml: cannot be written: it is no folder\n'],
    [['--save-case', 'boot.yaml/case'], 'error: --save-case boot.yaml/case: cannot be written: it is no folder\n'],
    [['--save-case', 'case', '--watch'], 'error: --save-case and --watch: use one of them\n'],
    [['--save-case', 'case', '--liveness'], 'error: --save-case and --liveness: a case runs where nobody can be asked'],
    [['--anonymize'], 'error: --anonymize: only a case can be anonymous: add --save-case'],
  ])('%j', async (args, message) => {
    expect(await refused(args)).toContain(message)
  })

  test('nothing is written when the command fails, and an empty folder is filled', async () => {
    const cwd = folderWith({ ...FILES, 'bad.yaml': 'flavor: none\n' })
    mkdirSync(join(cwd, 'case'))
    const bad = await nova([...BASE, '--request', 'bad.yaml', '--save-case', 'case'], { cwd })
    expect([bad.code, readdirSync(join(cwd, 'case')), readdirSync(cwd).length]).toEqual([2, [], 5])
    const { code } = await nova([...BASE, '--save-case', 'case'], { cwd })
    expect([code, readdirSync(join(cwd, 'case')).length, readdirSync(cwd).length]).toEqual([0, 6, 5])
  })

  test('an unfinished case leaves nothing', async () => {
    const cwd = folderWith(FILES)
    const { code, stdout } = await nova([...BASE, '--save-case', 'new/deeper/case', '--format', 'json'], { cwd })
    expect([code, json(join(cwd, 'new/deeper/case'), 'expected.json')]).toEqual([0, JSON.parse(stdout)])
    expect(readdirSync(join(cwd, 'new/deeper'))).toEqual(['case'])
  })
})
