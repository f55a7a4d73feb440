import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { nova } from './command.ts'
import { folderWith } from './program.ts'

const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, '../schema/dry-run.schema.json'), 'utf8')) as object
const isDryRun = new Ajv({ allErrors: true }).compile(SCHEMA)

const CONF = '[DEFAULT]\nscheduler_default_filters = ComputeFilter,RamFilter\nram_allocation_ratio = 1.0\n'
const CLOUD = `hosts:
  - {host: small, vcpus: 8, memory_mb: 4096, local_gb: 100}
  - {host: large, vcpus: 8, memory_mb: 16384, local_gb: 100}
  - {host: dead, vcpus: 8, memory_mb: 65536, local_gb: 100, service: {up: false}}
  - {host: off, vcpus: 8, memory_mb: 65536, local_gb: 100, service: {disabled: true, disabled_reason: fan}}
flavors:
  - {name: m1, vcpus: 1, memory_mb: 4096, root_gb: 10, ephemeral_gb: 0, swap: 0}
`
const FILES = { 'nova.conf': CONF, 'cloud.yaml': CLOUD, 'boot.yaml': 'flavor: m1\n' }
const BASE = ['dry-run', '--config-file', 'nova.conf', '--inventory', 'cloud.yaml', '--request', 'boot.yaml']

const dryRun = (
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
  more = {},
): ReturnType<typeof nova> => nova([...BASE, ...args], { cwd: folderWith({ ...FILES, ...files }), ...more })

interface Printed {
  readonly destinations: readonly { readonly host: string }[]
  readonly error: { readonly code: string; readonly reasons?: unknown; readonly cause?: unknown } | null
}

async function printed(
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<Printed & { readonly code: number }> {
  const { code, stdout } = await dryRun([...args, '--format', 'json'], files)
  const data = JSON.parse(stdout) as Printed
  expect(isDryRun(data), JSON.stringify(isDryRun.errors)).toBe(true)
  return { ...data, code }
}

describe('dry-run', () => {
  test('places a request, and says what decided it', async () => {
    const { code, stdout, stderr } = await dryRun()
    expect(stderr).toMatch(/^release kilo \(scheduler_default_filters in \[DEFAULT\], .*nova\.conf:2\)\n$/)
    expect(stdout).toBe(`Placed 1 of 1 instance of m1.
Rules of kilo, 4 hosts known, 1 of them skipped, seed 0.

INSTANCE  HOST   WEIGHT  LIMITS
       1  large       1  memory_mb=16384

Instance 1: filters
FILTER         BEFORE  AFTER
ComputeFilter       3      2
RamFilter           2      2

Instance 1: best hosts
HOST     WEIGHT       RAMWeigher
large *       1    16384 → 1 × 1
small      0.25  4096 → 0.25 × 1
(raw → normalised × multiplier; * chosen)
The same for all of them: IoOpsWeigher, MetricsWeigher (together 0)

skipped: off: its compute service is disabled (fan)
`)
    expect(code).toBe(0)
  })

  test('finds no host: exit 1, the reasons counted, what was found given up', async () => {
    const { code, stdout } = await dryRun(['--count', '6'])
    expect(code).toBe(1)
    expect(stdout).toContain('No valid host was found. There are not enough hosts available.')
    expect(stdout).toMatch(/HOSTS {2}REJECTED BY\n {4}2 {2}RamFilter: not_enough_ram\n {4}1 {2}ComputeFilter: \w+\n/)
    expect(stdout).toContain('Found before that, and given up: 5 (4 × large, small)')
    const data = await printed(['--count', '6'])
    expect(data).toMatchObject({ code: 1, destinations: [], error: { code: 'NO_VALID_HOST', placed: { length: 5 } } })
  })

  test('a fault: exit 3, the plugin and host named', async () => {
    const files = {
      'cloud.yaml': CLOUD.replace('memory_mb: 4096, local_gb', 'memory_mb: 4096, free_ram_mb: null, local_gb'),
    }
    const data = await printed([], files)
    expect(data).toMatchObject({
      code: 3,
      error: {
        code: 'PLUGIN_FAULT',
        plugin: 'RamFilter',
        host: 'small',
        instance: 0,
        cause: { code: 'TYPE_MISMATCH' },
      },
    })
    const { stdout } = await dryRun([], files)
    expect(stdout).toMatch(
      /^RamFilter broke on small: .*\n.*\n\nCause: TYPE_MISMATCH\n\nInstance 1: filters\n.*\nComputeFilter +3 +2\n/,
    )
  })

  test('prints JSON and YAML of the same data', async () => {
    const json = await dryRun(['--format', 'json', '--top', '1'])
    const yaml = await dryRun(['--format', 'yaml', '--top', '1'])
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout))
    expect(JSON.parse(json.stdout)).toMatchObject({
      release: 'kilo',
      seed: 0,
      destinations: [{ host: 'large', nodename: 'large', limits: { memory_mb: 16384 }, weight: 1, alternates: [] }],
      error: null,
      instances: [
        { weighed: [{ host: 'large', weighers: { RAMWeigher: { raw: 16384, normalized: 1, multiplier: 1 } } }] },
      ],
      hosts: { known: 4, skipped: [{ host: 'off', reason: 'service_disabled', detail: 'fan' }] },
    })
  })

  test('never is wider than the terminal', async () => {
    for (const columns of [40, 60, 80]) {
      const { stdout } = await dryRun(['--count', '2'], {}, { columns, env: { NO_COLOR: '1' } })
      for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns)
    }
  })

  test('has no colours in a pipe', async () => {
    expect((await dryRun()).stdout).not.toContain('\u001b')
    expect((await dryRun([], {}, { columns: 80, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b')
    expect((await dryRun(['--no-color'], {}, { columns: 80 })).stdout).not.toContain('\u001b')
  })

  test('several requests share one scheduler, and make a list', async () => {
    const conf = `${CONF}scheduler_weight_classes = nova.scheduler.weights.ram.RAMWeigher\n`
    const cloud = CLOUD.replaceAll('local_gb: 100', `local_gb: 100, updated_at: '1960-01-01T00:00:00'`)
    const files = {
      'nova.conf': conf,
      'cloud.yaml': cloud,
      'boot.yaml': '- flavor: m1\n  count: 3\n- flavor: m1\n- flavor: m1\n- flavor: m1\n',
    }
    const { code, stdout } = await nova([...BASE, '--format', 'json'], { cwd: folderWith({ ...FILES, ...files }) })
    const all = JSON.parse(stdout) as Printed[]
    expect(all.map(({ destinations }) => destinations.map(({ host }) => host))).toEqual([
      ['large', 'large', 'large'],
      ['small'],
      ['large'],
      [],
    ])
    expect(code).toBe(1)
  })

  test("requests come from standard input, in Nova's form too", async () => {
    const size = { memory_mb: 4096, vcpus: 1, root_gb: 10, ephemeral_gb: 0 }
    const request = {
      request_spec: {
        num_instances: 1,
        instance_properties: { project_id: 'p', os_type: null, ...size },
        instance_type: { name: 'x', swap: 0, ...size },
      },
      filter_properties: {},
    }
    const { code, stdout } = await nova(
      ['dry-run', '--config-file', 'nova.conf', '--inventory', 'cloud.yaml', '--request', '-'],
      {
        cwd: folderWith(FILES),
        stdin: JSON.stringify(request),
      },
    )
    expect(stdout).toContain('Placed 1 of 1 instance of x.')
    expect(code).toBe(0)
  })

  test('a filter dropped in as one file beside nova.conf runs', async () => {
    const filter = `export const f = { name: 'SmallOnly', [Symbol.for('nova-sched.plugin')]: { kind: 'filter', api: 1 }, create: () => () => (host) => host.host === 'small' }`
    const conf = '[DEFAULT]\nscheduler_available_filters = ./small.mjs\nscheduler_default_filters = SmallOnly\n'
    const { stdout } = await dryRun([], { 'nova.conf': conf, 'small.mjs': filter })
    expect(stdout).toMatch(/1 {2}small /)
    expect(stdout).toMatch(/SmallOnly +3 +1/)
  })

  test('a filter that imports the contract runs wherever it lies, with nothing installed beside it', async () => {
    const filter = `import { defineFilter, reject } from '@nova-sched/core/plugin'
export const f = defineFilter({ name: 'SmallOnly', reasons: { no: 'no' }, create: () => () => (host) => host.host === 'small' || reject('no') })`
    const conf = '[DEFAULT]\nscheduler_available_filters = ./small.mjs\nscheduler_default_filters = SmallOnly\n'
    const cwd = folderWith({ ...FILES, 'nova.conf': conf, 'small.mjs': filter })
    const bin = join(import.meta.dirname, '../bin/nova-sched.js')
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))
    const printed = execFileSync(process.execPath, [bin, ...BASE, '--format', 'json'], {
      cwd,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(JSON.parse(printed)).toMatchObject({ destinations: [{ host: 'small' }] })
  })

  test('forced hosts are told apart from rejected ones', async () => {
    const { code, stdout } = await dryRun([], { 'boot.yaml': "flavor: m1\navailability_zone: 'nova:gone'\n" })
    expect(code).toBe(1)
    expect(stdout).toContain('note: the forced host gone is no candidate')
  })

  test('several requests are headed, and hosts that are read anew are told', async () => {
    const { stdout, stderr } = await dryRun([], { 'boot.yaml': '- flavor: m1\n- flavor: m1\n' })
    expect(stdout).toMatch(/^Request 1 of 2\nPlaced/)
    expect(stdout).toMatch(/\nRequest 2 of 2\nPlaced/)
    expect(stderr).toContain('hint: 4 of 4 hosts have no updated_at')
  })

  test('a release between is decided by the rules that stand in for it, and says so', async () => {
    const { code, stdout, stderr } = await dryRun(['--release', 'liberty'])
    expect(code).toBe(0)
    expect(stdout).toContain('Rules of kilo, standing in for liberty,')
    expect(stderr).toMatch(/warning: .*liberty/)
  })

  test('--without leaves out weighers of all_weighers too, and refuses what would not run', async () => {
    const { stdout } = await dryRun(['--without', 'IoOpsWeigher', '--without', 'MetricsWeigher'])
    expect(stdout).toMatch(/HOST +WEIGHT +RAMWeigher\n/)
    expect(stdout).toContain('note: decided without IoOpsWeigher')
    const { code, stderr } = await dryRun(['--without', 'RamFiltr'])
    expect(code).toBe(2)
    expect(stderr).toContain('--without RamFiltr: nothing of that name would run, did you mean RamFilter?')
  })

  test('--without is told', async () => {
    const conf = CONF.replace('RamFilter', 'RamFilter,ValetFilter')
    const { code, stdout } = await dryRun(['--without', 'ValetFilter'], { 'nova.conf': conf })
    expect(code).toBe(0)
    expect(stdout).toContain('note: decided without ValetFilter')
    expect((await dryRun([], { 'nova.conf': conf })).code).toBe(2)
  })

  test('the same seed gives the same hosts; random prints the one it took', async () => {
    const conf = `${CONF}scheduler_host_subset_size = 2\n`
    const run = async (seed: string): Promise<string> =>
      (await dryRun(['--seed', seed, '--count', '4'], { 'nova.conf': conf })).stdout
    expect(await run('3')).toBe(await run('3'))
    expect((await dryRun(['--seed', 'random'], { 'nova.conf': conf })).stderr).toMatch(/^seed: \d+\n$/m)
  })
})

describe('what is refused, with exit 2 and no stack', () => {
  test.each([
    ['a release whose rules are not built', ['--release', '2026.1'], /2026\.1.* not built yet/],
    ['a release that nobody knows', ['--release', 'zebra'], /zebra/],
    ['a count of 0', ['--count', '0'], /--count 0: a whole number from 1 to 100000 is needed/],
    ['a huge count', ['--count', '1000000000'], /--count 1000000000: a whole number from 1 to 100000 is needed/],
    ['a seed that is no number', ['--seed', 'x'], /--seed x/],
    ['standard input twice', ['--inventory', '-', '--request', '-'], /-: standard input can be read once only/],
    ['an unknown option', ['--frobnicate'], /unknown option '--frobnicate'/],
    ['a configuration that is not there', ['--config-file', 'no.conf'], /no\.conf/],
  ])('%s', async (_name, args, message) => {
    const { code, stdout, stderr } = await dryRun(args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test.each([
    ['an empty inventory file', { 'cloud.yaml': '' }, /cloud\.yaml/],
    ['a truncated one', { 'cloud.yaml': '{"hosts": [{"host": "a"' }, /cloud\.yaml/],
    [
      'wrong fields, all at once',
      { 'cloud.yaml': 'hosts:\n  - {vcpus: "8"}\n  - {host: a, memory-mb: 1}\n' },
      /hosts\[0\]\.host[\s\S]*hosts\[0\]\.vcpus[\s\S]*memory-mb/,
    ],
    ['a flavor that is not there', { 'boot.yaml': 'flavor: m2\n' }, /m2/],
    [
      'a request for NUMA cells that cannot be',
      { 'boot.yaml': `flavor: {vcpus: 2, memory_mb: 2, extra_specs: {'hw:numa_nodes': '3'}}\n` },
      /numa/i,
    ],
    [
      'a request for PCI devices',
      { 'boot.yaml': `flavor: {vcpus: 2, memory_mb: 2, extra_specs: {'pci_passthrough:alias': 'gpu:1'}}\n` },
      /PCI/,
    ],
    [
      'a bad value in nova.conf',
      { 'nova.conf': '[DEFAULT]\nram_weight_multiplier = -1.0   # stack\n' },
      /nova\.conf:2: .*ram_weight_multiplier/,
    ],
    ['a section that does not end', { 'nova.conf': '[DEFAULT\n' }, /nova\.conf:1/],
  ])('%s', async (_name, files, message) => {
    const { code, stdout, stderr } = await dryRun([], files)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('no command, and one that is not there', async () => {
    expect((await nova([], { cwd: folderWith({}) })).code).toBe(2)
    expect((await nova(['frobnicate'], { cwd: folderWith({}) })).code).toBe(2)
  })
})

test('--help and --version are no errors', async () => {
  for (const args of [
    ['--help'],
    ['--version'],
    ['dry-run', '--help'],
    ['conf', 'show', '--help'],
    ['inventory', 'check', '--help'],
    ['request', 'show', '--help'],
  ]) {
    const { code, stdout, stderr } = await nova(args, { cwd: folderWith({}) })
    expect(code, args.join(' ')).toBe(0)
    expect(stderr).toBe('')
    if (args.length > 1) expect(stdout).toMatch(/Examples?:/)
  }
})

const OPENB = join(import.meta.dirname, '../../../../shared/inventories/20-alibaba_openb_node_list_all_node.csv')

test.skipIf(!existsSync(OPENB))(
  'all 1,523 machines of a GPU cluster as CSV, and a request placed on them',
  async () => {
    const args = [
      'dry-run',
      '--inventory',
      OPENB,
      '--columns',
      'host=sn,vcpus=cpu_milli/1000,memory_mb=memory_mib',
      '--request',
      '-',
      '--format',
      'json',
    ]
    const { code, stdout } = await nova([...args, '--config-file', 'nova.conf'], {
      cwd: folderWith({ 'nova.conf': '[DEFAULT]\nscheduler_default_filters = RamFilter,CoreFilter\n' }),
      stdin: '{"flavor": {"name": "f", "vcpus": 8, "memory_mb": 16384}, "count": 100}',
    })
    expect(code).toBe(0)
    const data = JSON.parse(stdout) as Printed & { hosts: { known: number } }
    expect(data.hosts.known).toBe(1523)
    expect(data.destinations).toHaveLength(100)
  },
)
