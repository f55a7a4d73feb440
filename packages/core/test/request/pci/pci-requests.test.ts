import { describe, expect, it } from 'vitest'
import { NovaSchedError } from '../../../src/errors.ts'
import type { PciRequest } from '../../../src/plugin/pci/pool.ts'
import { PYTHON_2, PYTHON_3 } from '../../../src/plugin/python.ts'
import { EARLY_PCI_REQUESTS, LATER_PCI_REQUESTS, pciRequests } from '../../../src/request/pci/index.ts'
import type { PciRequestSource } from '../../../src/request/pci/index.ts'
import { dataMap } from '../../../src/util/freeze.ts'

const UUID = '00000000-0000-4000-8000-000000000001'

interface Ask extends Partial<Pick<PciRequestSource, 'aliases' | 'rules' | 'uuid'>> {
  readonly alias?: string
  readonly policies?: readonly [flavor: string | null, image: string | null]
}

function ask({ alias, policies: [flavor, image] = [null, null], aliases = [], ...rest }: Ask): readonly PciRequest[] {
  const map = (key: string, value: string | null | undefined) =>
    value === null || value === undefined ? [] : [[key, value] as const]
  return pciRequests({
    extraSpecs: dataMap([...map('pci_passthrough:alias', alias), ...map('hw:pci_numa_affinity_policy', flavor)]),
    image: dataMap(map('hw_pci_numa_affinity_policy', image)),
    aliases,
    uuid: UUID,
    rules: LATER_PCI_REQUESTS,
    python: rest.rules === EARLY_PCI_REQUESTS ? PYTHON_2 : PYTHON_3,
    ...rest,
  })
}

function failure(source: Ask): NovaSchedError {
  try {
    ask(source)
  } catch (error) {
    if (error instanceof NovaSchedError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const A1 = '{"name": "a1", "vendor_id": "8086"}'
const GPU = '{"name": "gpu", "vendor_id": "10de", "device_type": "GPU"}'
const NEAR = '{"name": " near ", "product_id": "1EB8", "device_type": "type-VF", "numa_policy": "required"}'

describe('PCI requests of a flavor', () => {
  it('are none without the extra spec, and the aliases are not read then', () => {
    expect(ask({ aliases: ['not json'] })).toEqual([])
  })

  it('carry what an alias says, each with an id of its own that stays', () => {
    const made = ask({ alias: 'near:2, a1 : 0,a1:-1', aliases: [A1, NEAR] })
    expect(made).toEqual([
      {
        count: 2,
        spec: [{ product_id: '1EB8', dev_type: 'type-VF' }],
        aliasName: 'near',
        requestId: expect.any(String),
        numaPolicy: 'required',
      },
      { count: 0, spec: [{ vendor_id: '8086' }], aliasName: 'a1', requestId: expect.any(String), numaPolicy: 'legacy' },
      {
        count: -1,
        spec: [{ vendor_id: '8086' }],
        aliasName: 'a1',
        requestId: expect.any(String),
        numaPolicy: 'legacy',
      },
    ])
    const ids = made.map(({ requestId }) => requestId)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
    expect(ask({ alias: 'near:1', aliases: [NEAR] })[0]?.requestId).toBe(ids[0])
    expect(ask({ alias: 'near:1', aliases: [NEAR], uuid: 'other' })[0]?.requestId).not.toBe(ids[0])
    expect(Object.isFrozen(made[0]?.spec[0])).toBe(true)
  })

  it('had neither ids nor policies, and device types that pools do not know, at first', () => {
    const made = ask({ alias: 'g p u : 1', aliases: [GPU], rules: EARLY_PCI_REQUESTS, policies: ['nonsense', 'other'] })
    const spec = [{ vendor_id: '10de', device_type: 'GPU' }]
    expect(made).toEqual([{ count: 1, spec, aliasName: 'gpu', requestId: null, numaPolicy: null }])
  })

  it('take any of the entries of a name', () => {
    const entries = ['1', '2'].map((id) => `{"name": "a", "product_id": "000${id}", "device_type": "type-PF"}`)
    expect(ask({ alias: 'a:1', aliases: entries })[0]?.spec).toEqual([
      { product_id: '0001', dev_type: 'type-PF' },
      { product_id: '0002', dev_type: 'type-PF' },
    ])
  })

  it.each([
    [' a b', 'a b'],
    ['a b\t', 'a b'],
  ])('trims the name %j, and keeps its blanks', (name, asked) => {
    expect(ask({ alias: `${asked}:1`, aliases: [JSON.stringify({ name })] })[0]?.aliasName).toBe(asked)
    expect(failure({ alias: 'a b:1', aliases: [JSON.stringify({ name })], rules: EARLY_PCI_REQUESTS }).message).toMatch(
      /^PCI alias ab is not/,
    )
  })

  it.each<[string | null, string | null, string]>([
    ['socket', null, 'socket'],
    [null, 'preferred', 'preferred'],
    ['socket', 'socket', 'socket'],
    ['', 'socket', 'socket'],
    ['', '', 'required'],
  ])('policy %j of the flavor and %j of the image make %s', (flavor, image, policy) => {
    expect(ask({ alias: 'near:1', aliases: [NEAR], policies: [flavor, image] })[0]?.numaPolicy).toBe(policy)
  })
})

describe('refused', () => {
  it.each<[Ask, string, string]>([
    [
      { policies: ['socket', 'legacy'] },
      'ImagePCINUMAPolicyForbidden',
      "Image property 'hw_pci_numa_affinity_policy' is not permitted to override",
    ],
    [
      { policies: ['Socket', null], alias: 'x', aliases: ['no'] },
      'InvalidPCINUMAAffinity',
      'Invalid PCI NUMA affinity configured: Socket (known are legacy',
    ],
    [
      { alias: 'a9:1', aliases: [A1] },
      'PciRequestAliasNotDefined',
      'PCI alias a9 is not defined ([pci] alias defines a1)',
    ],
    [{ alias: 'a1:1' }, 'PciRequestAliasNotDefined', 'PCI alias a1 is not defined ([pci] alias is not set)'],
    [{ alias: 'a9:x', aliases: [A1] }, 'PciRequestAliasNotDefined', 'a9'],
    [{ alias: 'a1:x,a1', aliases: [A1] }, 'ValueError', "'x' is no whole number"],
    [{ alias: 'a1:1:2', aliases: [A1] }, 'ValueError', 'write name:count'],
    [{ alias: 'a1:1,', aliases: [A1] }, 'ValueError', 'write name:count'],
    [
      { alias: 'a1:x', aliases: [A1] },
      'ValueError',
      "a1:x: 'x' is no whole number (write name:count, separated by commas)",
    ],
    [{ alias: '', aliases: [A1] }, 'ValueError', "the extra spec pci_passthrough:alias: '': it has no count"],
    [{ alias: '', aliases: [A1, '{}'] }, 'PciInvalidAlias', '[pci] alias, entry 2: {}'],
  ])('%j is %s', (source, novaError, text) => {
    const error = failure(source)
    expect(error.details['novaError']).toBe(novaError)
    expect(error.message).toContain(text)
  })

  it.each<[string, string]>([
    ['not json', 'not JSON'],
    ['[{"name": "a1"}]', 'not a JSON object'],
    ['{"vendor_id": "8086"}', 'name is missing'],
    ['{"name": ""}', 'name must be a text of 1 to 256 characters'],
    [JSON.stringify({ name: 'x'.repeat(257) }), 'name must be'],
    ['{"name": "a", "vendor_id": 8086}', 'vendor_id must be a text of 4 hexadecimal digits'],
    ['{"name": "a", "product_id": "80866"}', 'product_id must be'],
    ['{"name": "a", "product_id": "8086\\n\\n"}', 'product_id must be'],
    ['{"name": "a", "device_type": "NIC"}', 'device_type must be one of type-PCI, type-PF, type-VF'],
    ['{"name": "a", "numa_policy": ""}', 'numa_policy must be one of'],
    ['{"name": "a", "capability_type": "usb"}', 'capability_type must be pci'],
    ['{"name": "a", "__proto__": "x"}', '__proto__ is not known; known are name, vendor_id'],
    ['{"name": "a1"}', "alias 'a1' stands there twice: both need a device_type"],
    ['{"name": "a1", "numa_policy": "socket"}', "NUMA policy mismatch for alias 'a1'"],
  ])('the alias %s', (entry, problem) => {
    const error = failure({ alias: 'a1:1', aliases: [A1, entry] })
    expect(error.message).toContain(`Invalid PCI alias definition: ${problem}`)
    expect(error).toMatchObject({
      code: 'CONF_INVALID',
      details: { novaError: 'PciInvalidAlias', option: '[pci] alias', entry: 2, value: entry },
    })
  })

  it('aliases of one name and different device types', () => {
    const entries = ['type-PF', 'type-VF'].map((device_type) => JSON.stringify({ name: 'a', device_type }))
    expect(failure({ alias: 'a:1', aliases: entries }).message).toContain("Device type mismatch for alias 'a'")
  })

  it('accepts what Nova accepts: any letter case, a line end behind an id, the longest name, a policy that is the default', () => {
    const name = '😀'.repeat(256)
    const entries = [
      JSON.stringify({ name, vendor_id: '80aB\n', device_type: 'type-PF' }),
      JSON.stringify({ name, device_type: 'type-PF', numa_policy: 'legacy' }),
    ]
    expect(ask({ alias: `${name}:1`, aliases: entries })[0]?.spec).toHaveLength(2)
  })
})
