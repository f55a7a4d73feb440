import { describe, expect, it } from 'vitest'
import type { PciRequest } from '../../../src/plugin/pci/pool.ts'
import { PYTHON_3 } from '../../../src/plugin/python.ts'
import {
  EARLY_PCI_REQUESTS,
  LATER_PCI_REQUESTS,
  novaPciRequests,
  readNovaPciRequests,
} from '../../../src/request/pci/index.ts'

const REQUESTS: readonly PciRequest[] = [
  { count: 2, spec: [{ vendor_id: '8086' }], aliasName: 'a1', requestId: 'r-1', numaPolicy: 'legacy' },
  { count: 1, spec: [{ physical_network: 'p1' }, {}], aliasName: null, requestId: null, numaPolicy: null },
]
const NOVA = [
  {
    count: 2,
    spec: [{ vendor_id: '8086' }],
    alias_name: 'a1',
    is_new: false,
    request_id: 'r-1',
    numa_policy: 'legacy',
  },
  {
    count: 1,
    spec: [{ physical_network: 'p1' }, {}],
    alias_name: null,
    is_new: false,
    request_id: null,
    numa_policy: null,
  },
]

const read = (value: unknown) => readNovaPciRequests(value, PYTHON_3)

describe("PCI requests in Nova's form", () => {
  it('are written as the release has them', () => {
    expect(novaPciRequests(REQUESTS, 'u', LATER_PCI_REQUESTS)).toEqual({ instance_uuid: 'u', requests: NOVA })
    const early = novaPciRequests(REQUESTS.slice(0, 1), 'u', EARLY_PCI_REQUESTS)
    const withoutPolicy = { ...NOVA[0], numa_policy: undefined }
    expect(early).toEqual({ instance_uuid: 'u', requests: [withoutPolicy] })
    expect(JSON.stringify(early)).not.toContain('numa_policy')
  })

  it.each<[string, unknown]>([
    ['a map', { instance_uuid: 'u', requests: NOVA }],
    ['a list', NOVA],
    ['JSON text of a map', JSON.stringify({ requests: NOVA })],
    ['JSON text of a list', JSON.stringify(NOVA)],
    [
      'a versioned object',
      {
        'nova_object.name': 'InstancePCIRequests',
        'nova_object.data': { requests: NOVA.map((one) => ({ 'nova_object.data': one })) },
      },
    ],
  ])('are read from %s', (_name, value) => {
    const made = read(value)
    expect(made).toEqual(REQUESTS)
    expect(Object.isFrozen(made)).toBe(true)
  })

  it.each([[null], [undefined], [''], ['null']])('%j is none', (value) => expect(read(value)).toBe(null))

  it('are empty in a map that has none', () => {
    expect(read({})).toEqual([])
    expect(read({ requests: null })).toEqual([])
  })

  it.each<[unknown, string]>([
    ['{', 'pci_requests: must be a map or JSON text, is "{"'],
    [5, 'pci_requests: must be a map, is 5'],
    [{ requests: {} }, 'pci_requests.requests: must be a list, is a map'],
    [{ requests: [null] }, 'pci_requests.requests[0]: must be a map, is null'],
    [[{ spec: [] }], 'pci_requests[0].count: is missing'],
    [[{ count: '1', spec: [] }], 'pci_requests[0].count: must be a whole number, is "1": leave out the quotes'],
    [[{ count: 1 }], 'pci_requests[0].spec: is missing'],
    [[{ count: 1, spec: [{}, 1] }], 'pci_requests[0].spec[1]: must be a map, is 1'],
  ])('%j is refused with its path', (value, text) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }))
    expect(() => read(value)).toThrow(text)
  })
})
