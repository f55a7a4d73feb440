import type { Aggregate, Change, Filter, Host, Instance, Request } from '@nova-sched/core/plugin'
import { aHost, aRequest } from '@nova-sched/core/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as filters from '../src/index.ts'
import { applied } from './apply-change.ts'
import { answerOf, verdictOf, type Question } from './ask.ts'

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const some = <T>(...values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values])
/** A map with some of these keys. */
const mapOf = <T>(values: Readonly<Record<string, fc.Arbitrary<T>>>): fc.Arbitrary<Record<string, T>> =>
  fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Record<string, T>>

const ratio = fc.oneof(
  oneOf('1.0', '0', '2.5', 'ten', 'nan', '1.5'),
  fc.float({ min: 0, max: 64, noNaN: true }).map(String),
)
const limit = oneOf('0', '3', '7', '8.0', ' 12 ', 'all')
const metadata = mapOf({
  cpu_allocation_ratio: ratio,
  ram_allocation_ratio: ratio,
  disk_allocation_ratio: ratio,
  max_io_ops_per_host: limit,
  max_instances_per_host: limit,
  filter_tenant_id: oneOf('p1', 'p2', 'p2, p3', ''),
  instance_type: oneOf('m1.small', 'm1.tiny', 'm1.tiny,m1.small', ''),
  availability_zone: oneOf('az1', 'az2', 'az1,az2', '', 'nova'),
  os_distro: oneOf('linux', 'windows , bsd', ''),
  ssd: oneOf('true', 'false', 'true,false'),
  cpus: oneOf('4', '4, 8', 'many'),
})
const aggregates = fc
  .array(metadata, { maxLength: 3 })
  .map((all) => all.map((values, id): Aggregate => ({ id, name: `agg${id}`, hosts: [], metadata: values })))

const gib = fc.integer({ min: 0, max: 500 })
const host: fc.Arbitrary<Host> = fc
  .record({
    host: oneOf('h1', 'h2'),
    hostIp: oneOf('10.0.0.1', '10.0.1.1', 'fd00::1'),
    hypervisorVersion: oneOf(0, 2001002, 3000000),
    supportedInstances: oneOf(null, [], [['x86_64', 'kvm', 'hvm']], [['i686', 'xen', 'xen']]),
    cpuInfo: oneOf(null, '{"arch": "x86_64", "features": ["avx"]}', '{'),
    vcpusTotal: fc.integer({ min: -1, max: 64 }),
    vcpusUsed: fc.integer({ min: 0, max: 200 }),
    totalRamMb: fc.integer({ min: 0, max: 131072 }),
    freeRamMb: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -110000, max: 131072 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    totalDiskGb: gib,
    freeDiskMb: fc.integer({ min: -10000, max: 500000 }),
    freeDiskReport: fc.option(fc.record({ freeDiskGb: gib, diskAvailableLeastGb: gib })),
    numInstances: fc.integer({ min: 0, max: 60 }),
    numIoOps: fc.integer({ min: 0, max: 12 }),
    stats: mapOf({ io_workload: oneOf('3', 'x') }),
    metrics: mapOf({ load: fc.constant({ value: 1, timestamp: null, source: null }) }),
    service: fc.record({ disabled: fc.boolean(), disabledReason: oneOf(null, 'disk'), up: fc.boolean() }),
    instances: mapOf<Instance>({
      u1: fc.constant({ uuid: 'u1', projectId: null, instanceTypeId: 1, taskState: 'migrating' }),
      u2: fc.constant({ uuid: 'u2', projectId: null, instanceTypeId: 2 }),
    }),
    aggregates,
  })
  .map((fields) => aHost(fields))

const requirement = oneOf('true', '>= 4', '= 8', '<or> 8 <or> 16', '<in> avx', 's== x86_64', 'reset', '8', '<or>')
const extraSpecs = fc
  .dictionary(
    oneOf(
      'ssd',
      'aggregate_instance_extra_specs:cpus',
      'capabilities:vcpus_total',
      'capabilities:cpu_info:features',
      'capabilities:cpu_info:arch',
      'hw_watchdog_action',
    ),
    requirement,
    { maxKeys: 2 },
  )
  .map((specs) => ({ ...specs }))
const request: fc.Arbitrary<Request> = fc
  .record({
    projectId: oneOf('p1', 'p9', null),
    imageRef: oneOf('i1', 'i2', '', null),
    availabilityZone: oneOf(null, 'az1', 'az3', 'nova'),
    hints: mapOf<unknown>({
      different_host: oneOf<unknown>('u1', ['u2'], [], 1),
      same_host: oneOf<unknown>('u1', ['u9'], 1),
      build_near_host_ip: oneOf('10.0.0.7', 'fd00::7'),
      cidr: oneOf('/24', '24'),
      query: oneOf('[">=", "$free_ram_mb", 4096]', '["=", "$hypervisor_type", "KVM"]', '{'),
    }),
    group: fc.record({
      policies: some('affinity', 'anti-affinity'),
      policy: oneOf(null, 'anti-affinity'),
      members: some('u1', 'u2', 'u3'),
      maxServerPerHost: oneOf(1, 2),
      hosts: some('h1', 'h3'),
    }),
    retry: fc.option(
      fc.record({ numAttempts: fc.constant(2), hosts: some<[string, string]>(['h1', 'h1'], ['h2', 'n']) }),
    ),
    image: fc.record({
      properties: mapOf<unknown>({
        os_distro: oneOf<unknown>('linux', 'mac', 'a,b', 5),
        ssd: oneOf('true', 'no'),
        architecture: oneOf('x86_64', 'i386'),
        hypervisor_type: oneOf('kvm', 'xen'),
        hypervisor_version_requires: oneOf('>=2.5', '<2.0', '6'),
        hw_architecture: oneOf('x86_64', 'i686'),
        img_hv_type: oneOf('kvm', 'xen'),
        img_hv_requested_version: oneOf('>=2.5', '<2.0', '6'),
      }),
    }),
    flavor: fc.record({
      id: oneOf(1, 2),
      name: oneOf('m1.small', 'm1.large'),
      vcpus: fc.integer({ min: 0, max: 32 }),
      memoryMb: fc.integer({ min: 0, max: 65536 }),
      rootGb: fc.integer({ min: 0, max: 200 }),
      ephemeralGb: fc.integer({ min: 0, max: 40 }),
      swapMb: fc.integer({ min: 0, max: 4096 }),
      extraSpecs,
    }),
  })
  .map((overrides) => aRequest(overrides))

const aRatio = fc.oneof(oneOf(0, 1, 1.5, 16), fc.double({ min: 0, max: 64, noNaN: true }))
const OPTIONS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  cpu_allocation_ratio: aRatio,
  ram_allocation_ratio: aRatio,
  disk_allocation_ratio: aRatio,
  max_io_ops_per_host: fc.integer({ min: 0, max: 12 }),
  max_instances_per_host: fc.integer({ min: 0, max: 60 }),
  image_properties_default_architecture: oneOf('x86_64', 'i686'),
  isolated_hosts: some('h1', 'h2'),
  isolated_images: some('i1', 'i2'),
  restrict_isolated_hosts_to_isolated_images: fc.boolean(),
  weight_setting: some('load=1', 'cpu=2', 'bad', 'cpu=3'),
}

/** A host, a request and options of a filter. */
const questionsFor = (filter: Filter): fc.Arbitrary<Question> => {
  const options = Object.entries(OPTIONS).filter(([name]) => Object.hasOwn(filter.options ?? {}, name))
  return fc.record({ host, request, conf: mapOf(Object.fromEntries(options)), release: oneOf('kilo', 'zed') })
}

/** The change that goes one step less far; null where there is no step. */
function oneStepLess(change: Change): Change | null {
  if (change.kind === 'flavor') return { ...change, value: change.value + 1 }
  const back = (value: number): number => (key.endsWith('_ratio') ? Math.round(value * 1e4 - 1) / 1e4 : value - 1)
  const key = change.kind === 'option' ? change.option : change.kind === 'aggregate_metadata' ? change.key : ''
  if (!/_ratio$|^max_/.test(key)) return null
  if (change.kind === 'option') return { ...change, value: back(Number(change.value)) }
  return change.kind === 'aggregate_metadata' ? { ...change, value: String(back(Number(change.value))) } : null
}

/** Filters that reject without a change that would let the host in, or not at all. */
const WITHOUT_CHANGES = new Set([
  'AffinityFilter',
  'AllHostsFilter',
  'BaseCoreFilter',
  'BaseRamFilter',
  'NUMATopologyFilter',
  'PciPassthroughFilter',
  'TrustedFilter',
  'TypeAffinityFilter',
])

describe.each(Object.entries(filters))('%s', (name, filter) => {
  test('is passed after each change that it asks for, and not after one step less', () => {
    let tried = 0
    fc.assert(
      fc.property(questionsFor(filter), (question) => {
        const answer = answerOf(filter, question)
        if (answer === null) return
        for (const change of answer.changes) {
          tried += 1
          expect(verdictOf(filter, applied(question, change)), JSON.stringify(change)).toBe(true)
          const less = oneStepLess(change)
          if (less !== null) expect(verdictOf(filter, applied(question, less)), JSON.stringify(less)).not.toBe(true)
        }
      }),
      { numRuns: 500 },
    )
    expect(tried > 0).toBe(!WITHOUT_CHANGES.has(name))
  })

  test('tells notes as texts, and details that its reasons name', () => {
    fc.assert(
      fc.property(questionsFor(filter), (question) => {
        const answer = answerOf(filter, question)
        if (answer === null) return
        for (const note of answer.notes) expect(note).toMatch(/^\S.*\S$/)
        if (answer.rejection === null) return
        const { reason, details } = answer.rejection
        const text = filter.reasons?.[reason] ?? '{no text}'
        for (const [, detail = ''] of text.matchAll(/\{(\w+)\}/g)) expect(details[detail], detail).toBeDefined()
      }),
    )
  })
})
