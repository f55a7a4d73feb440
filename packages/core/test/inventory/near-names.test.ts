import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inventoryFields } from '../../src/generated/validators.ts'
import { editDistance, nearName } from '../../src/util/documents/near-names.ts'

const HOST_FIELDS = Object.keys(inventoryFields.hosts)

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['vcpus', 'vcpu', 1],
    ['host', 'hots', 1],
    ['kitten', 'sitting', 3],
  ])('of %s and %s', (from, to, distance) => expect(editDistance(from, to)).toBe(distance))

  it('is the same both ways, and 0 for equal texts only', () => {
    const short = fc.string({ maxLength: 8 })
    fc.assert(
      fc.property(short, short, (one, other) => {
        expect(editDistance(one, other)).toBe(editDistance(other, one))
        expect(editDistance(one, other) === 0).toBe(one === other)
      }),
    )
  })
})

describe('nearName', () => {
  it.each([
    ['memoryMb', 'memory_mb'],
    ['memory-mb', 'memory_mb'],
    ['MEMORY_MB', 'memory_mb'],
    ['memory', 'memory_mb'],
    ['memory_gb', 'memory_mb'],
    ['memory_mib', 'memory_mb'],
    ['free_ram', 'free_ram_mb'],
    ['free_disk_mb', 'free_disk_gb'],
    ['vcpu', 'vcpus'],
    ['hots', 'host'],
    ['nodeName', 'nodename'],
    ['supported_instance', 'supported_instances'],
  ])('%s is nearly %s', (name, field) => expect(nearName(name, HOST_FIELDS)).toBe(field))

  it.each([
    'id',
    'service_id',
    'created_at',
    'deleted',
    'deleted_at',
    'current_workload',
    'running_vms',
    'mapped',
    'name',
  ])('%s, which exports carry, is near none', (name) => expect(nearName(name, HOST_FIELDS)).toBeUndefined())
})
