import { describe, expect, test } from 'vitest'
import { EARLY_NUMA_CONSTRAINTS, LATER_NUMA_CONSTRAINTS } from '../../../src/request/numa/index.ts'
import { cpuPolicy, cpuThreadPolicy, emulatorThreadsPolicy, wantsPinning } from '../../../src/request/numa/policies.ts'
import { asking, errorOf, refusal } from './asking.ts'

type Text = string | undefined

/** A flavor and an image that set one thing. */
function ask(name: string, flavor: Text, image: Text, rules = LATER_NUMA_CONSTRAINTS) {
  const extraSpecs = flavor === undefined ? {} : { [`hw:${name}`]: flavor }
  return asking(rules, extraSpecs, image === undefined ? {} : { [`hw_${name}`]: image })
}

describe('pinned or not', () => {
  test.each<[Text, Text, boolean]>([
    ['dedicated', undefined, true],
    ['dedicated', 'shared', true],
    ['shared', undefined, false],
    ['shared', 'shared', false],
    [undefined, 'dedicated', true],
    ['', 'dedicated', true],
    ['Dedicated', 'dedicated', true],
    ['Dedicated', undefined, false],
    ['mixed', 'Dedicated', false],
  ])('flavor %s, image %s: %s', (flavor, image, wanted) => {
    expect(wantsPinning(ask('cpu_policy', flavor, image, EARLY_NUMA_CONSTRAINTS))).toBe(wanted)
  })

  test('the image may not pin what the flavor shares', () => {
    expect(errorOf(() => wantsPinning(ask('cpu_policy', 'shared', 'dedicated', EARLY_NUMA_CONSTRAINTS)))).toMatchObject(
      {
        code: 'NUMA_CONSTRAINT_FORBIDDEN',
        message: expect.stringContaining("Image property 'hw_cpu_policy' is not permitted to override") as string,
        details: { novaError: 'ImageCPUPinningForbidden' },
      },
    )
  })
})

describe('CPU policy', () => {
  test.each<[Text, Text, string | null]>([
    [undefined, undefined, null],
    ['', undefined, null],
    ['', 'mixed', 'mixed'],
    [undefined, 'dedicated', 'dedicated'],
    ['dedicated', 'shared', 'dedicated'],
    ['mixed', 'shared', 'mixed'],
    ['shared', 'shared', 'shared'],
  ])('flavor %s, image %s: %s', (flavor, image, policy) => {
    expect(cpuPolicy(ask('cpu_policy', flavor, image))).toBe(policy)
  })

  test.each([
    ['mixed', 'dedicated'],
    ['shared', 'dedicated'],
    ['shared', 'mixed'],
  ])('a flavor with %s forbids %s', (flavor, image) => {
    expect(refusal(() => cpuPolicy(ask('cpu_policy', flavor, image)))).toBe('ImageCPUPinningForbidden')
  })

  test('an unknown one is refused', () => {
    expect(errorOf(() => cpuPolicy(ask('cpu_policy', 'Dedicated', undefined))).message).toBe(
      "CPU policy requested from 'flavor extra specs' is invalid, given: 'Dedicated', available: '('dedicated', 'shared', 'mixed')'. (see hw:cpu_policy of the flavor)",
    )
    expect(refusal(() => cpuPolicy(ask('cpu_policy', undefined, 'x')))).toBe('InvalidCPUAllocationPolicy')
  })
})

describe('thread policy', () => {
  test.each<[Text, Text, string | null]>([
    [undefined, undefined, null],
    [undefined, 'isolate', 'isolate'],
    ['prefer', 'isolate', 'prefer'],
    ['require', 'require', 'require'],
    ['isolate', undefined, 'isolate'],
    ['', undefined, ''],
  ])('flavor %s, image %s: %s', (flavor, image, policy) => {
    expect(cpuThreadPolicy(ask('cpu_thread_policy', flavor, image))).toBe(policy)
  })

  test.each([
    ['isolate', 'require'],
    ['require', 'prefer'],
    ['', 'prefer'],
  ])('a flavor with %j forbids %s', (flavor, image) => {
    const run = () => cpuThreadPolicy(ask('cpu_thread_policy', flavor, image))
    expect(refusal(run)).toBe('ImageCPUThreadPolicyForbidden')
  })

  test('an unknown one is refused', () => {
    const run = () => cpuThreadPolicy(ask('cpu_thread_policy', 'bogus', undefined))
    expect(refusal(run)).toBe('InvalidCPUThreadAllocationPolicy')
  })
})

test('policy of emulator threads: of the flavor only', () => {
  const policy = (flavor: Text) => emulatorThreadsPolicy(ask('emulator_threads_policy', flavor, 'share'))
  expect([policy(undefined), policy(''), policy('share'), policy('isolate')]).toEqual([null, null, 'share', 'isolate'])
  expect(errorOf(() => policy('prefer'))).toMatchObject({
    message: expect.stringContaining("given: 'prefer', available: '('share', 'isolate')'.") as string,
    details: { novaError: 'InvalidEmulatorThreadsPolicy' },
  })
})
