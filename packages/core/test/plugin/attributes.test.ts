import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { attribute, HOST_ATTRIBUTES } from '../../src/plugin/attributes.ts'
import { pythonStr, PythonObject, PYTHON_2 } from '../../src/plugin/python.ts'
import { aHost } from '../../src/testing/builders.ts'

const SCHEMA = JSON.parse(
  readFileSync(new URL('../../schema/inventory.schema.json', import.meta.url), 'utf8'),
) as object

/** Every property name that a schema declares, at any depth. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(propertiesOf)]
}

describe('the three vocabularies', () => {
  const columns = new Set(propertiesOf(SCHEMA))

  test.each(HOST_ATTRIBUTES)('$state is our $field', ({ state, field, column }) => {
    const host = aHost()
    expect(Object.keys(host)).toContain(field)
    expect(attribute(host, state)).toBe(host[field])
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
    expect(pythonStr(attribute(host, name), PYTHON_2)).toBe(text)
  })

  test.each(['__class__', '__dict__', 'update_service'])('%s counts as present, with a text of its own', (name) => {
    expect(attribute(host, name)).toBeInstanceOf(PythonObject)
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'freeRamMb', ''])(
    '%s is none of HostState',
    (name) => {
      expect(attribute(host, name)).toBeUndefined()
    },
  )
})
