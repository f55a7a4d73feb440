import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { cellsOf } from '../src/output/width.ts'
import { nova, type Ended } from './command.ts'
import { folderWith } from './program.ts'

const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, '../schema/explain.schema.json'), 'utf8')) as object
const isExplanation = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(SCHEMA)

const CONF =
  '[DEFAULT]\nscheduler_max_attempts = 1\nscheduler_default_filters = ComputeFilter,RamFilter\nram_allocation_ratio = 1.0\n'
const SIZE = 'vcpus: 8, local_gb: 100'
const CLOUD = `hosts:
  - {host: small, ${SIZE}, memory_mb: 4000}
  - {host: large, ${SIZE}, memory_mb: 16384}
  - {host: dead, ${SIZE}, memory_mb: 65536, service: {up: false}}
  - {host: off, ${SIZE}, memory_mb: 65536, service: {disabled: true, disabled_reason: fan}}
flavors:
  - {name: m1, vcpus: 1, memory_mb: 4096, root_gb: 10, ephemeral_gb: 0, swap: 0}
`
const FILES = { 'nova.conf': CONF, 'cloud.yaml': CLOUD, 'boot.yaml': 'flavor: m1\n' }
const BASE = ['explain', '--config-file', 'nova.conf', '--inventory', 'cloud.yaml', '--request', 'boot.yaml']

const explain = (
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
  more = {},
): Promise<Ended> => nova([...BASE, ...args], { cwd: folderWith({ ...FILES, ...files }), ...more })

interface Printed {
  readonly hosts: readonly { readonly host: string; readonly verdict: string; readonly message: string | null }[]
  readonly counts: Readonly<Record<string, number>>
  readonly error: { readonly code: string } | null
}

async function printed(
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<Printed & { code: number }> {
  const { code, stdout } = await explain([...args, '--format', 'json'], files)
  const data = JSON.parse(stdout) as Printed
  expect(isExplanation(data), JSON.stringify(isExplanation.errors)).toBe(true)
  return { ...data, code }
}

describe('explain for people', () => {
  test('the first lines are the answer, what it rests on stands below', async () => {
    const { code, stdout } = await explain()
    expect(code).toBe(0)
    expect(stdout).toBe(`The instance (m1) goes to large.
4 hosts known: 1 chosen, 2 rejected, 1 skipped.
Rules of kilo, seed 0.

Why not
HOSTS  REJECTED BY
    1  RamFilter: not_enough_ram
    1  ComputeFilter: service_down

Nearest misses
small: RamFilter, 96 of 4096 MiB short
  passes with: [DEFAULT] ram_allocation_ratio = 1.024 (now 1.0)
           or: a flavor with memory_mb = 4000 (now 4096)
off: service disabled
  passes with: enable its compute service
dead: ComputeFilter
  passes with: bring its compute service up

Filters
FILTER         BEFORE  AFTER
ComputeFilter       3      2
RamFilter           2      1

Best hosts
HOST     WEIGHT
large *       1
(raw → normalised × multiplier; * chosen)
The same for all of them: IoOpsWeigher, MetricsWeigher, RAMWeigher (together 1)

Notes
- only one host left; weights not decisive

Every host
HOST   VERDICT   WHY
small  rejected  RamFilter: 4000 MiB of memory usable, 4096 MiB needed (total 4000 MiB × ratio 1, 0 MiB used)
large  chosen
dead   rejected  ComputeFilter: the compute service is down: it has not been heard from in a while
off    skipped   its compute service is disabled (fan)
`)
  })

  test('of a failed request, the instance that failed and what was found before it', async () => {
    const { code, stdout } = await explain(['--count', '6'])
    expect(code).toBe(1)
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'No valid host was found. There are not enough hosts available.',
      'Instance 5 of 6 (m1) found none. 4 hosts known: 3 rejected, 1 skipped.',
      'Nearest: small, kept out by RamFilter alone, 96 of 4096 MiB short.',
    ])
    expect(stdout).toContain('- found before, and given up: large, large, large, large\n')
  })

  test.each([
    ['no host', 'hosts: []', 'No host is known: the inventory holds no compute node.'],
    [
      'only skipped hosts',
      'hosts: [{host: a, service: null}, {host: b, service: {disabled: true}}]',
      '2 hosts known, and all of them skipped, before any filter: it has no record of a compute service, its compute service is disabled.',
    ],
  ])('%s is a story of its own', async (_, cloud, line) => {
    const { code, stdout } = await explain([], { 'cloud.yaml': cloud, 'boot.yaml': 'flavor: {vcpus: 1, memory_mb: 1}' })
    expect(code).toBe(1)
    expect(stdout.split('\n')[1]).toBe(line)
    expect(stdout).not.toContain('REJECTED BY')
  })

  test('what is told of one instance of several says so', async () => {
    const placed = await explain(['--count', '2'])
    expect(placed.stdout).toMatch(/^Both instances are placed\. Instance 1 of 2 \(m1\) goes to large\.\n/)
    expect(placed.stdout).toContain('Nearest misses of instance 1\n')
    const failed = await explain(['--count', '6'])
    expect(failed.stdout).toContain('- the filters were asked only about hosts that the instance before had left: 1\n')
  })

  test('hosts that two filters keep out are no near misses, and that is told', async () => {
    const cloud = `hosts: [{host: a, ${SIZE}, memory_mb: 1, service: {up: false}}]`
    const { stdout } = await explain([], { 'cloud.yaml': cloud, 'boot.yaml': 'flavor: {vcpus: 1, memory_mb: 9}' })
    expect(stdout).toContain(
      'Nearest misses\nNone: what is rejected, two filters or more keep out. Ask --host about one.\n',
    )
  })

  test('one host: every filter, and how many instances fit', async () => {
    const { stdout } = await explain(['--host', 'large', '--count', '5'])
    expect(stdout.split('\n')[2]).toBe('large is rejected: kept out by RamFilter; 4 would fit.')
    expect(stdout).toContain('Fits: 4; then RamFilter: 0 MiB of memory usable, 4096 MiB needed')
    expect(stdout).not.toContain('Every host\n')
  })

  test('the host that Nova chose', async () => {
    const { stdout } = await explain(['--actual', 'dead'])
    expect(stdout.split('\n')[2]).toBe(
      'Nova chose dead: it is rejected here (ComputeFilter: the compute service is down: it has not been heard from in a while), so what Nova saw was different: the state of the cloud then, its configuration, or the request.',
    )
  })

  test.each([80, 120])('nothing is wider than a terminal of %i columns', async (columns) => {
    for (const args of [[], ['--count', '6'], ['--host', 'small'], ['--actual', 'dead']]) {
      const { stdout } = await explain(args, {}, { columns })
      for (const line of stdout.split('\n')) expect([...line].length).toBeLessThanOrEqual(columns)
    }
  })

  test('several requests are explained one after another', async () => {
    const { stdout } = await explain([], { 'boot.yaml': '[{flavor: m1}, {flavor: m1, count: 2}]' })
    expect(stdout.match(/^Request \d of 2$/gm)).toEqual(['Request 1 of 2', 'Request 2 of 2'])
  })
})

describe('explain for programs', () => {
  test.each([
    ['a placed request', [], 0],
    ['a failed one', ['--count', '9'], 1],
    ['one host', ['--host', 'off'], 0],
    ['an actual host', ['--actual', 'small'], 0],
    ['another instance', ['--count', '2', '--instance', '2'], 0],
  ])('%s fits the schema', async (_, args, code) => {
    expect((await printed(args)).code).toBe(code)
  })

  test('a request that is given up before the scheduler is asked', async () => {
    const data = await printed([], {
      'boot.yaml': 'flavor: m1\nretry: {num_attempts: 3, hosts: [], exc: disk}\n',
      'nova.conf': CONF.replace('max_attempts = 1', 'max_attempts = 3'),
    })
    expect(data).toMatchObject({ code: 1, counts: { skipped: 4 }, error: { code: 'NO_VALID_HOST' } })
  })

  test.each([
    [['--count', '3', '--instance', '2'], 1, { instance: 1, requested: 3 }, ''],
    [['--count', '3', '--instance', '4'], 2, null, 'error: instance 4: the request asks for 3 instances\n'],
    [['--host', 'larg'], 2, null, 'error: larg: no such host is known, did you mean large?\n'],
    [['--actual', 'x'], 2, null, 'error: x: no such host is known\n'],
  ])('one that is given up, with %j', async (args, code, shown, message) => {
    const ended = await explain([...args, '--format', 'json'], {
      'boot.yaml': 'flavor: m1\nretry: {num_attempts: 3, hosts: [], exc: disk}\n',
      'nova.conf': CONF.replace('max_attempts = 1', 'max_attempts = 3'),
    })
    expect([ended.code, ended.stderr.includes(message)]).toEqual([code, true])
    if (shown === null) expect(ended.stdout).toBe('')
    else expect(JSON.parse(ended.stdout)).toMatchObject(shown)
  })

  test('a fault does not end it: exit 3', async () => {
    const conf = CONF.replace('RamFilter', 'AggregateInstanceExtraSpecsFilter,RamFilter')
    const cloud = `${CLOUD}aggregates: [{id: 1, hosts: [small], metadata: {n: 4GB}}, {id: 2, hosts: [large], metadata: {n: '8'}}]\n`
    const request = 'flavor: {vcpus: 1, memory_mb: 1, extra_specs: {n: ">= 4"}}\n'
    const data = await printed([], { 'nova.conf': conf, 'cloud.yaml': cloud, 'boot.yaml': request })
    expect(data.code).toBe(3)
    expect(data.hosts.map(({ verdict }) => verdict)).toEqual(['fault', 'passed', 'rejected', 'skipped'])
  })
})

test.each([
  [['--instance', '0'], '--instance 0: a whole number of 1 or more is needed'],
  [['--instance', '2'], 'instance 2: the request asks for one instance'],
  [['--host', 'larg'], 'larg: no such host is known, did you mean large?'],
  [['--actual', 'x'], 'x: no such host is known'],
])('%j is a usage error', async (args, message) => {
  const { code, stderr, stdout } = await explain(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`error: ${message}`)
})

test('an instance that one of several requests does not ask for: which one that is', async () => {
  const files = { 'boot.yaml': '- {flavor: m1, count: 2}\n- {flavor: m1}\n' }
  const { code, stderr } = await explain(['--instance', '2'], files)
  expect(code).toBe(2)
  expect(stderr).toMatch(/^error: request 2 of 2: instance 2: the request asks for one instance$/m)
})

test.each([80, 40, 24])('titles and headers of long names fit %i columns', async (columns) => {
  const [one, other] = ['x'.repeat(60), '日本'.repeat(15)]
  const cloud = CLOUD.replaceAll('small', one).replaceAll('large', other)
  for (const args of [['--host', one], ['--actual', one], []]) {
    const { stdout } = await explain(args, { 'cloud.yaml': cloud.replace('4000', '8000') }, { columns })
    expect(stdout).not.toBe('')
    const lines = stripVTControlCharacters(stdout).split('\n')
    expect(lines.filter((line) => cellsOf(line) > columns)).toEqual([])
  }
})

const OPENB = join(import.meta.dirname, '../../../../shared/inventories/20-alibaba_openb_node_list_all_node.csv')
const COLUMNS = ['--columns', 'host=sn,vcpus=cpu_milli/1000,memory_mb=memory_mib']

describe.skipIf(!existsSync(OPENB))('1,523 machines of a GPU cluster', () => {
  const conf = '[DEFAULT]\nscheduler_default_filters = AggregateInstanceExtraSpecsFilter,RamFilter,CoreFilter\n'
  const run = (cloud: object, extraSpecs: object): Promise<Ended> =>
    nova(
      [
        'explain',
        '--config-file',
        'nova.conf',
        '--inventory',
        OPENB,
        'more.json',
        ...COLUMNS,
        '--request',
        '-',
        '--format',
        'json',
      ],
      {
        cwd: folderWith({ 'nova.conf': conf, 'more.json': JSON.stringify(cloud) }),
        stdin: JSON.stringify({ flavor: { vcpus: 1500, memory_mb: 16384, extra_specs: extraSpecs } }),
      },
    )

  test('each is explained once', async () => {
    const { code, stdout } = await run({ hosts: [] }, {})
    const { hosts, counts } = JSON.parse(stdout) as Printed
    expect(code).toBe(0)
    expect(new Set(hosts.map(({ host }) => host)).size).toBe(1523)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1523)
  })

  test('with one malformed aggregate value among them the rest is explained all the same', async () => {
    const names = ['openb-node-0003', 'openb-node-0007']
    const aggregates = names.map((host, at) => ({
      id: at + 1,
      hosts: [host],
      metadata: { ram: at === 0 ? '4GB' : '8' },
    }))
    const { code, stdout } = await run({ hosts: [], aggregates }, { ram: '>= 4' })
    const { hosts, counts } = JSON.parse(stdout) as Printed
    expect(code).toBe(3)
    expect(hosts).toHaveLength(1523)
    expect(counts).toMatchObject({ fault: 1, rejected: 1522 })
    expect(hosts.find(({ verdict }) => verdict === 'fault')).toMatchObject({ host: 'openb-node-0003' })
  })
})
