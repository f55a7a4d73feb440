import { PythonFloat, PythonObject, PythonUserDict } from '@nova-sched/core/plugin'
import { describe, expect, test } from 'vitest'
import { capabilityPath, type CapabilitySource, resolveCapability } from '../../src/lib/capability-path.ts'

const ATTRIBUTES = new Map<string, unknown>([
  ['vcpus_total', 8],
  ['num_io_ops', 0],
  ['hypervisor_type', 'QEMU'],
  [
    'cpu_info',
    '{"arch": "x86_64", "f": 1.0, "features": ["aes"], "topology": {"cores": 4}, "none": null, "json": "{\\"a\\": 1}"}',
  ],
  ['numa_topology', null],
  ['limits', {}],
  ['stats', { io_workload: '0' }],
  ['service', new PythonUserDict({ host: 'h1' })],
  ['metrics', new Map([['cpu', new PythonObject('MetricItem', 'x', { attributes: new Map([['value', 5]]) })]])],
])
const STATS = new Map([
  ['num_vm', '2'],
  ['numa_topology', '{"cells": 2}'],
  ['vcpus_total', '99'],
])
const HOST: CapabilitySource = { attribute: (name) => ATTRIBUTES.get(name), stat: (name) => STATS.get(name) }

describe('capabilityPath', () => {
  test.each([
    ['vcpus_total', ['vcpus_total']],
    ['capabilities', ['capabilities']],
    ['', ['']],
    ['capabilities:cpu_info:arch', ['cpu_info', 'arch']],
    ['capabilities:', ['']],
    ['capabilities::x', ['', 'x']],
    ['hw:cpu_policy', null],
    [':capabilities:x', null],
    ['Capabilities:x', null],
  ])('%j', (key, path) => {
    expect(capabilityPath(key)).toEqual(path)
  })
})

describe('resolveCapability', () => {
  test.each([
    ['vcpus_total', 8],
    ['num_io_ops', 0],
    ['num_vm', '2'],
    ['numa_topology', '{"cells": 2}'],
    ['numa_topology:cells', 2],
    ['hypervisor_type', 'QEMU'],
    ['cpu_info:arch', 'x86_64'],
    ['cpu_info:f', new PythonFloat(1)],
    ['cpu_info:features', ['aes']],
    ['cpu_info:topology:cores', 4],
    ['cpu_info:json', '{"a": 1}'],
    ['cpu_info:json:a', 1],
    ['stats:io_workload', '0'],
    ['metrics:cpu:value', 5],
    ['limits', {}],
  ])('%s', (key, value) => {
    expect(resolveCapability(HOST, key.split(':'))).toEqual(value)
  })

  test('text at the end is left as it is', () => {
    expect(resolveCapability(HOST, ['cpu_info'])).toBe(ATTRIBUTES.get('cpu_info'))
  })

  test.each([
    'no_such',
    '',
    'vcpus_total:x',
    'hypervisor_type:x',
    'cpu_info:nope',
    'cpu_info:none',
    'cpu_info:none:x',
    'cpu_info:toString',
    'cpu_info:__proto__',
    'cpu_info:features:0',
    'cpu_info:topology:cores:x',
    'cpu_info:arch:x',
    'limits:x',
    'service:host',
    'metrics:cpu:nope',
    'no_such:x:y',
  ])('%s leads nowhere', (key) => {
    expect(resolveCapability(HOST, key.split(':'))).toBeNull()
  })
})
