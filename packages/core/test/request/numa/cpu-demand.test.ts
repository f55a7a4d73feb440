import { describe, expect, test } from 'vitest'
import type { DataMap } from '../../../src/plugin/request.ts'
import { cpuDemand } from '../../../src/request/numa/cpu-demand.ts'
import { LATER_NUMA_CONSTRAINTS } from '../../../src/request/numa/index.ts'
import { asking, later, refusal } from './asking.ts'

const demand = (extraSpecs: DataMap, image: DataMap = {}) =>
  cpuDemand(asking(LATER_NUMA_CONSTRAINTS, extraSpecs, image))
const refused = (extraSpecs: DataMap, image: DataMap = {}) => refusal(() => demand(extraSpecs, image))

const MIXED = { 'hw:cpu_policy': 'mixed' }
const DEDICATED = { 'hw:cpu_policy': 'dedicated' }
const REALTIME = { 'hw:cpu_realtime': ' True ' }

describe('masks', () => {
  test.each([
    ['0-1', [0, 1]],
    ['^0-1', [2, 3]],
    [' ^0', [1, 2, 3]],
  ])('dedicated %j', (mask, pinned) => {
    expect(demand({ ...MIXED, 'hw:cpu_dedicated_mask': mask }).pinned).toEqual(pinned)
  })

  test.each(['0-3', '0-4', '^0-3', ',', '0-9'])('dedicated %j leaves none on one side', (mask) => {
    expect(() => demand({ ...MIXED, 'hw:cpu_dedicated_mask': mask })).toThrow('at least 1 pinned vCPU and 1 unpinned')
  })

  test('dedicated beyond the flavor', () => {
    expect(() => demand({ ...MIXED, 'hw:cpu_dedicated_mask': '4' })).toThrow('is not a subset of vCPUs in the flavor')
    expect(refused({ 'hw:cpu_dedicated_mask': '4' })).toBe('InvalidMixedInstanceDedicatedMask')
    expect(refused({ ...MIXED, 'hw:cpu_dedicated_mask': 'x' })).toBe('Invalid')
  })

  test('real time: the mask of the image comes first', () => {
    const masks = [{ 'hw:cpu_realtime_mask': '^0' }, { hw_cpu_realtime_mask: '^1' }] as const
    expect(demand({ ...MIXED, ...REALTIME, ...masks[0] }, masks[1]).pinned).toEqual([0, 2, 3])
    expect(demand({ ...MIXED, ...REALTIME, ...masks[0] }, { hw_cpu_realtime_mask: '' }).pinned).toEqual([1, 2, 3])
    expect(demand({ ...DEDICATED, ...REALTIME, ...masks[0] }).pinned).toEqual([0, 1, 2, 3])
  })

  test('real time on all CPUs needs a policy for emulator threads', () => {
    expect(refused({ ...DEDICATED, ...REALTIME })).toBe('RealtimeMaskNotFoundOrInvalid')
    expect(demand({ ...MIXED, ...REALTIME, 'hw:emulator_threads_policy': 'share' }).pinned).toEqual([0, 1, 2, 3])
  })

  test.each(['^0-3', '2-4', '4'])('real time on %j is refused', (mask) => {
    expect(refused({ ...DEDICATED, ...REALTIME, 'hw:cpu_realtime_mask': mask })).toBe('RealtimeMaskNotFoundOrInvalid')
  })

  test('a bad policy of emulator threads is told between the tests of the mask', () => {
    const bad = { ...DEDICATED, ...REALTIME, 'hw:emulator_threads_policy': 'bad' }
    expect(refused({ ...bad, 'hw:cpu_realtime_mask': '4' })).toBe('InvalidEmulatorThreadsPolicy')
    expect(refused({ ...bad, 'hw:cpu_realtime_mask': '^0-3' })).toBe('RealtimeMaskNotFoundOrInvalid')
    expect(refused({ ...bad, 'hw:cpu_realtime': 'no', 'hw:cpu_dedicated_mask': '4' })).toBe(
      'InvalidMixedInstanceDedicatedMask',
    )
  })
})

describe('resources', () => {
  test.each<[DataMap, string | null]>([
    [{ 'resources:PCPU': '4' }, 'dedicated'],
    [{ 'resources12:PCPU_ANY': ' 4 ' }, 'dedicated'],
    [{ 'resources:PCPU': '5', 'hw:emulator_threads_policy': 'isolate' }, 'dedicated'],
    [{ 'resources:VCPU': '1' }, 'shared'],
    [{ 'resources:VCPU': '1', 'resources1:VCPU': '-1' }, null],
    [{ 'resources0:PCPU': '1', 'resources_a:PCPU': '1', 'xresources:PCPU': '1', 'resources:PCPU': 'x' }, null],
  ])('%j: %s', (extraSpecs, policy) => {
    expect(demand(extraSpecs).policy).toBe(policy)
  })

  test.each<DataMap>([
    { ...DEDICATED, 'resources:PCPU': '4' },
    { 'resources:PCPU': '4', 'resources:VCPU': '4' },
    { 'resources:PCPU': '3' },
    { 'resources:PCPU': '4', 'hw:emulator_threads_policy': 'isolate' },
  ])('%j is refused', (extraSpecs) => {
    expect(refused(extraSpecs)).toBe('InvalidRequest')
  })
})

describe('the trait of hyperthreading', () => {
  const key = 'trait:HW_CPU_HYPERTHREADING'

  test.each<[DataMap, DataMap, string | null]>([
    [{ [key]: 'forbidden' }, {}, 'isolate'],
    [{ 'trait7:HW_CPU_HYPERTHREADING_X': 'required' }, {}, 'require'],
    [{ trait0: 'required', 'trait0:HW_CPU_HYPERTHREADING': 'required' }, {}, null],
    [{ [key]: 'maybe' }, {}, null],
    [{}, { traits_required: ['A', 'HW_CPU_HYPERTHREADING'] }, 'require'],
    [{ [key]: '' }, { traits_required: ['HW_CPU_HYPERTHREADING'] }, null],
  ])('%j, image %j: %s', (extraSpecs, image, policy) => {
    expect(demand({ ...DEDICATED, ...extraSpecs }, image).threadPolicy).toBe(policy)
  })

  test('does not go with a thread policy, whatever its value', () => {
    expect(refused({ ...DEDICATED, [key]: 'maybe', 'hw:cpu_thread_policy': 'prefer' })).toBe('InvalidRequest')
  })
})

describe('one against the other', () => {
  test.each<[DataMap, string]>([
    [{ 'hw:cpu_thread_policy': 'prefer' }, 'CPUThreadPolicyConfigurationInvalid'],
    [{ 'trait:HW_CPU_HYPERTHREADING': 'required' }, 'CPUThreadPolicyConfigurationInvalid'],
    [{ 'hw:emulator_threads_policy': 'isolate' }, 'BadRequirementEmulatorThreadsPolicy'],
    [{ 'hw:cpu_dedicated_mask': '0' }, 'RequiredMixedInstancePolicy'],
    [{ ...REALTIME, 'hw:cpu_realtime_mask': '0' }, 'RealtimeConfigurationInvalid'],
    [{ ...DEDICATED, 'hw:cpu_dedicated_mask': '0' }, 'RequiredMixedInstancePolicy'],
    [MIXED, 'RequiredMixedOrRealtimeCPUMask'],
    [
      { ...MIXED, ...REALTIME, 'hw:cpu_realtime_mask': '0', 'hw:cpu_dedicated_mask': '1' },
      'RequiredMixedOrRealtimeCPUMask',
    ],
  ])('%j', (extraSpecs, novaError) => {
    expect(refused(extraSpecs)).toBe(novaError)
  })

  test('the order of checks, without pinned CPUs', () => {
    const masks = { ...REALTIME, 'hw:cpu_realtime_mask': '0', 'hw:cpu_dedicated_mask': '0' }
    const threads = { 'hw:emulator_threads_policy': 'isolate', 'hw:cpu_thread_policy': 'prefer' }
    expect(refused({ ...masks, ...threads })).toBe('CPUThreadPolicyConfigurationInvalid')
    expect(refused({ ...masks, 'hw:emulator_threads_policy': 'isolate' })).toBe('BadRequirementEmulatorThreadsPolicy')
    expect(refused(masks)).toBe('RequiredMixedInstancePolicy')
  })
})

test('policies stand in the cells, and dedicated or mixed CPUs alone make one', () => {
  const mixed = later({ ...MIXED, 'hw:cpu_dedicated_mask': '3', 'hw:cpu_thread_policy': 'require' })
  expect(mixed?.cells).toMatchObject([
    { cpuset: [0, 1, 2], pcpuset: [3], cpuPolicy: 'mixed', cpuThreadPolicy: 'require', memory: 1024 },
  ])
  expect(later({ 'resources:VCPU': '4' })).toBeNull()
  const shared = later({ 'resources:VCPU': '4', 'hw:numa_nodes': '1', 'hw:emulator_threads_policy': 'share' })
  expect(shared).toMatchObject({ emulatorThreadsPolicy: 'share', cells: [{ cpuPolicy: 'shared' }] })
})

test('an empty thread policy breaks only the cells', () => {
  const empty = { 'hw:cpu_thread_policy': '' }
  expect(later(empty)).toBeNull()
  expect(refusal(() => later({ ...empty, 'hw:numa_nodes': '1' }))).toBe('ValueError')
  expect(refusal(() => later({ ...empty, 'hw:numa_nodes': '3' }))).toBe('ImageNUMATopologyAsymmetric')
})
