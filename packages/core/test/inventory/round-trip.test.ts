import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { inventoryFrom } from '../../src/inventory/read.ts'
import { readJson } from '../../src/util/documents/json.ts'
import { readYaml } from '../../src/util/documents/yaml.ts'
import { plain } from './files.ts'

const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /\S/.test(text))
const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const texts = fc.dictionary(fc.oneof(name, fc.constantFrom('__proto__', 'constructor', '1.0', 'yes')), fc.string())

const host = fc.record(
  {
    host: name,
    nodename: name,
    vcpus: count,
    free_ram_mb: fc.option(fc.integer()),
    cpu_allocation_ratio: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    cpu_info: fc.oneof(fc.string(), texts, fc.constant(null)),
    stats: fc.option(texts),
    supported_instances: fc.option(fc.array(fc.array(fc.option(fc.string()), { maxLength: 3 }), { maxLength: 2 })),
    service: fc.option(
      fc.record({ disabled: fc.boolean(), disabled_reason: fc.option(fc.string()) }, { requiredKeys: [] }),
    ),
    instances: fc.array(fc.record({ uuid: name, system_metadata: texts }), { maxLength: 3 }),
  },
  { requiredKeys: ['host'] },
)

const document = fc.record({
  hosts: fc.uniqueArray(host, {
    maxLength: 4,
    selector: ({ host: hostName, nodename }) => `${hostName}\n${nodename ?? hostName}`,
  }),
  aggregates: fc.uniqueArray(fc.record({ id: count, name, hosts: fc.array(name, { maxLength: 3 }), metadata: texts }), {
    maxLength: 3,
    selector: ({ id }) => id,
  }),
  flavors: fc.uniqueArray(fc.record({ name, vcpus: count, memory_mb: count, extra_specs: texts }), {
    maxLength: 3,
    selector: (flavor) => flavor.name,
  }),
})

/** Keys are quoted, since the library leaves `<<` bare, which is a merge to who reads it. */
const YAML = { aliasDuplicateObjects: false, lineWidth: 0, defaultKeyType: 'QUOTE_DOUBLE' } as const

describe('an inventory that was written', () => {
  it('reads back equal, from JSON and from YAML', () => {
    fc.assert(
      fc.property(document, (given) => {
        const { inventory } = inventoryFrom(readJson(JSON.stringify(given)).value)
        const json = inventoryFrom(readJson(JSON.stringify(inventory)).value)
        const yaml = inventoryFrom(readYaml(stringify(inventory, YAML))[0]?.value)
        expect(plain(inventory)).toMatchObject({ hosts: plain(given.hosts) as object[] })
        expect(plain(json.inventory)).toEqual(plain(inventory))
        expect(plain(yaml.inventory)).toEqual(plain(inventory))
      }),
      { numRuns: 200 },
    )
  })
})
