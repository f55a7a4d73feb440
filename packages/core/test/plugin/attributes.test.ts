import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { attribute } from '../../src/plugin/attributes.ts'
import { HOST_ATTRIBUTES } from '../../src/plugin/host-attributes.ts'
import { comparePython, PYTHON_2, PYTHON_3, PythonFloat, PythonObject, pythonStr } from '../../src/plugin/python.ts'
import { RULES } from '../../src/releases.ts'
import { aHost } from '../../src/testing/builders.ts'

const { hostState: EARLY } = RULES.kilo
const { hostState: LATER } = RULES.zed

const SCHEMA = JSON.parse(
  readFileSync(new URL('../../schema/inventory.schema.json', import.meta.url), 'utf8'),
) as object

/** Every property name that a schema declares, at any depth. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(propertiesOf)]
}

test('an address and a time compare with themselves in Python 3', () => {
  const host = aHost({ updatedAt: 0 })
  for (const name of ['host_ip', 'updated']) {
    const value = attribute(host, name, LATER)
    expect(['<', '<=', '>='].map((op) => comparePython(op as '<', value, value, PYTHON_3))).toEqual([false, true, true])
  }
})

describe('the three vocabularies', () => {
  const columns = new Set(propertiesOf(SCHEMA))

  test.each(HOST_ATTRIBUTES)('$state is our $field', ({ state, field, column }) => {
    const host = aHost()
    expect(Object.keys(host)).toContain(field)
    const value = attribute(host, state, LATER)
    expect(value instanceof PythonFloat ? value.value : value).toBe(host[field])
    if (column !== undefined) expect(columns).toContain(column)
  })
})

describe('attribute', () => {
  const host = aHost({ host: 'h1', hostIp: '10.0.0.1', updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5) })

  test.each([
    ['host_ip', '10.0.0.1'],
    ['updated', '2026-01-02 03:04:05+00:00'],
    ['limits', '{}'],
    ['aggregates', '[]'],
  ])('%s prints as Python prints it', (name, text) => {
    expect(pythonStr(attribute(host, name, EARLY), PYTHON_2)).toBe(text)
  })

  test.each(['__class__', '__dict__', 'update_service'])('%s counts as present, with a text of its own', (name) => {
    expect(attribute(host, name, EARLY)).toBeInstanceOf(PythonObject)
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'freeRamMb', ''])(
    '%s is none of HostState',
    (name) => {
      expect(attribute(host, name, EARLY)).toBeUndefined()
      expect(attribute(host, name, LATER)).toBeUndefined()
    },
  )

  test.each(['failed_builds', 'uuid', 'cell_uuid', 'cpu_allocation_ratio', '_lock_name', 'consume_from_request'])(
    '%s came later',
    (name) => {
      expect(attribute(host, name, EARLY)).toBeUndefined()
      expect(attribute(host, name, LATER)).toBeDefined()
    },
  )

  test.each([
    ['cpu_allocation_ratio', '16.0'],
    ['ram_allocation_ratio', '1.5'],
    ['vcpus_total', '8'],
  ])('%s prints as a float, if it is one', (name, text) => {
    expect(pythonStr(attribute(host, name, LATER), PYTHON_3)).toBe(text)
  })

  test('a ratio that was never reported is None', () => {
    expect(attribute(aHost({ cpuAllocationRatio: null }), 'cpu_allocation_ratio', LATER)).toBeNull()
  })

  test.each(['consume_from_instance', 'update_service'])('%s went', (name) => {
    expect(attribute(host, name, EARLY)).toBeDefined()
    expect(attribute(host, name, LATER)).toBeUndefined()
  })
})

describe('a node that never reported', () => {
  const host = aHost({ hasReported: false, totalRamMb: 0 })

  test.each(['uuid', 'pci_stats', 'metrics', 'hypervisor_hostname', 'supported_instances'])('%s is None', (name) => {
    expect(attribute(host, name, LATER)).toBeNull()
  })

  test('has no stats, and zeros for numbers', () => {
    expect(attribute(host, 'stats', LATER)).toBeUndefined()
    expect(attribute(host, 'total_usable_ram_mb', LATER)).toBe(0)
  })
})
