import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralAddresses } from '../../src/inventory/anonymize/addresses.ts'
import { anonymizer } from '../../src/inventory/anonymize/anonymizer.ts'
import type { Inventory } from '../../src/inventory/inventory.ts'
import { examineInventory, inventoryFrom } from '../../src/inventory/read.ts'
import type { NovaRequest } from '../../src/request/index.ts'
import { plain } from './files.ts'

const EMPTY: Inventory = { hosts: [], aggregates: [], server_groups: [], flavors: [], images: [] }

const cloud = (inventory: Partial<Inventory>): Inventory => ({ ...EMPTY, ...inventory })

describe('addresses', () => {
  const address4 = fc.ipV4()
  const address6 = fc.ipV6()
  const bitsOf = (text: string): string => {
    if (!text.includes(':'))
      return text
        .split('.')
        .map((part) => Number(part).toString(2).padStart(8, '0'))
        .join('')
    const [head = '', tail = ''] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::')
    const groups = (half: string): string[] => (half === '' ? [] : half.split(':'))
    const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
    const all = [...groups(head), ...zeros, ...groups(tail)]
    return all.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('')
  }
  const shared = (a: string, b: string): number => {
    const [one, other] = [bitsOf(a), bitsOf(b)]
    const at = [...one].findIndex((bit, index) => bit !== other[index])
    return at < 0 ? one.length : at
  }

  test.each([
    ['version 4', address4],
    ['version 6', address6],
  ])('of %s share as many first bits as they did, and keep their order', (_, one) => {
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 8 }), (addresses) => {
        const given = addresses.filter((text) => /[1-9a-f]/i.test(text))
        const neutral = neutralAddresses(given)
        const of = (text: string): string => neutral.get(text) as string
        for (const a of given) {
          for (const b of given) {
            expect(shared(of(a), of(b))).toBe(shared(a, b))
            expect(bitsOf(of(a)) < bitsOf(of(b))).toBe(bitsOf(a) < bitsOf(b))
          }
        }
      }),
    )
  })

  test('are told from what is none, and read in every form that Nova reads', () => {
    const neutral = neutralAddresses(['10.1.2.3', '10.66051', '0x0a010203 # old', 'nowhere', '10.1.2', '0.0.0.0'])
    expect([...neutral.keys()]).toEqual(['10.1.2.3', '10.66051', '0x0a010203 # old', '10.1.2'])
    expect(new Set([...neutral.values()].slice(0, 3)).size).toBe(1)
  })
})

describe('an inventory', () => {
  test('has names of one kind in the order of the old ones, hosts where they were', () => {
    const inventory = cloud({
      hosts: [
        { host: 'zander', nodename: 'zander.pond.example', host_ip: '10.0.0.7' },
        { host: 'bream', service: { disabled_reason: 'bites' }, stats: { num_proj_acme: '2', num_instances: '2' } },
      ],
      aggregates: [
        { id: 7, name: 'deep', hosts: ['bream', 'gone'], metadata: { availability_zone: 'north', berth: 'acme' } },
      ],
    })
    expect(plain(anonymizer({ inventory }).inventory(inventory))).toEqual({
      ...EMPTY,
      hosts: [
        { host: 'host-n3', nodename: 'host-n3.domain-n1', host_ip: '198.18.0.1' },
        {
          host: 'host-n1',
          service: { disabled_reason: 'reason-n1' },
          stats: { 'num_proj_project-n1': '2', num_instances: '2' },
        },
      ],
      aggregates: [
        {
          id: 7,
          name: 'aggregate-n1',
          hosts: ['host-n1', 'host-n2'],
          metadata: { availability_zone: 'zone-n1', berth: 'project-n1' },
        },
      ],
    })
  })

  test('keeps what decisions depend on', () => {
    const inventory = cloud({
      hosts: [
        {
          host: 'a',
          updated_at: '2020-01-01T00:00:00',
          hypervisor_type: 'QEMU',
          supported_instances: [['x86_64', 'kvm', 'hvm']],
          cpu_info: '{"model": "Haswell", "features": ["avx"]}',
          traits: ['CUSTOM_GOLD'],
          stats: { num_os_type_linux: '1', gpu: 'K80' },
          metrics: [{ name: 'cpu.percent', value: 1, timestamp: null, source: 'libvirt' }],
          service: { binary: 'nova-compute', disabled: false, up: true },
        },
      ],
      flavors: [
        {
          name: 'f',
          vcpus: 1,
          memory_mb: 1,
          root_gb: 0,
          ephemeral_gb: 0,
          swap: 0,
          extra_specs: { 'hw:cpu_policy': 'dedicated', 'capabilities:cpu_info:features': '<in> avx', gpu: 'K80' },
        },
      ],
    })
    const after = anonymizer({ inventory }).inventory(inventory)
    expect(plain(after)).toEqual(
      plain({
        ...inventory,
        hosts: [{ ...inventory.hosts[0], host: 'host-n1' }],
        flavors: [{ ...inventory.flavors[0], name: 'flavor-n1' }],
      }),
    )
  })

  test('replaces known names within other texts, and ids and addresses wherever they stand', () => {
    const inventory = cloud({
      hosts: [{ host: 'c1.rack4.acme.example', stats: { 'near-c1.rack4.acme.example': 'seen from 10.0.0.9/24' } }],
      images: [{ id: 'img', properties: { origin: 'http://files.rack4.acme.example/x' } }],
      flavors: [
        { name: 'm1', vcpus: 1, memory_mb: 1, root_gb: 0, ephemeral_gb: 0, swap: 0, extra_specs: { 'x:acme': 'y' } },
      ],
    })
    const after = anonymizer({ inventory }).inventory(inventory)
    expect(plain(after.hosts[0]?.stats)).toEqual({ 'near-host-n1': 'seen from 198.18.0.1/24' })
    expect(plain(after.images[0]?.properties)).toEqual({ origin: 'value-n1' })
  })

  test('knows every field that an inventory or request may have', () => {
    const inventory = filled(SCHEMAS.inventory) as unknown as Inventory
    const requests = [filled(SCHEMAS.request, 'short'), filled(SCHEMAS.request, 'nova')]
    const neutral = anonymizer({ inventory, requests })
    const after = [neutral.inventory(inventory), ...requests.map((request) => neutral.request(request))]
    expect(after.flatMap((document) => JSON.stringify(document).match(/marked-\w+/g) ?? [])).toEqual([])
    const lost = [inventory, ...requests].map((document, index) => {
      const left = new Set(fieldsOf(after[index]))
      return fieldsOf(document).filter((field) => !left.has(field))
    })
    expect(lost).toEqual([
      [
        '.$schema',
        '.hosts.hypervisor_hostname',
        ...['vendor_id', 'product_id', 'numa_node', 'count', 'tags.key'].map((name) => `.hosts.pci_stats.${name}`),
        '.server_groups.policy',
      ],
      ['.$schema'],
      ['.filter_properties.instance_group.key', '.filter_properties.requested_destination.key'],
    ])
  })
})

type Schema = Readonly<Record<string, unknown>>

const schemaFile = (name: string): Schema =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../schema/${name}.schema.json`), 'utf8')) as Schema
const SCHEMAS = { inventory: schemaFile('inventory'), request: schemaFile('request') }

/** Fields whose texts stay, since decisions depend on them or they name nothing. */
const KEPT =
  /^(binary|topic|vm_state|task_state|policies|group_policies|timestamp|hypervisor_type|supported_instances|cpu_info|traits|vendor_id|product_id|os_type|architecture|vm_mode|source|cidr)$/
/** Values of these are free-form: what stays of them is told elsewhere. */
const FREE = /^(metrics|stats|extra_specs|rules|inventories)$/

/** A document with every field of a schema; each text says where it stands. */
function filled(root: Schema, definition?: string): Record<string, unknown> {
  const definitions = root['definitions'] as Record<string, Schema>
  const valueOf = (schema: Schema, field: string): unknown => {
    if (typeof schema['$ref'] === 'string') {
      return valueOf(definitions[schema['$ref'].replace('#/definitions/', '')] as Schema, field)
    }
    const types = [schema['type']].flat()
    if (schema['properties'] !== undefined && types.includes('object')) {
      const entries = Object.entries(schema['properties'] as Record<string, Schema>)
      return Object.fromEntries(entries.map(([name, inner]) => [name, valueOf(inner, name)]))
    }
    const text = KEPT.test(field) ? 'kept' : `marked-${field}`
    if (field === 'metrics') return []
    if (types.includes('array')) return [valueOf((schema['items'] ?? { type: 'string' }) as Schema, field)]
    if (types.includes('object') && !types.includes('string')) return FREE.test(field) ? {} : { key: text }
    if (schema['pattern'] !== undefined && schema['pattern'] !== '\\S') return '2020-01-01T00:00:00'
    if (types.includes('string') && field !== 'value') return text
    return types.includes('boolean') ? true : 7
  }
  return valueOf(definition === undefined ? root : (definitions[definition] as Schema), '') as Record<string, unknown>
}

function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([field, item]) => fieldsOf(item, `${path}.${field}`))
}

describe('a request', () => {
  test('in Nova’s form loses what nobody reads', () => {
    const request = {
      request_spec: {
        num_instances: 1,
        instance_properties: { uuid: 'u', project_id: 'p', os_type: null, hostname: 'db', memory_mb: 1, key_data: 'k' },
        instance_type: { name: 'm1', memory_mb: 1, extra_specs: { 'hw:x': 'y' }, created_at: 'then' },
        image: { id: 'i', properties: { os_type: 'linux', owner_id: 'p' }, owner: 'p', min_ram: 5 },
      },
      filter_properties: {
        retry: { num_attempts: 1, hosts: [['a', 'n']], exc: ['trace of a'] },
        context: { user: 'x' },
      },
    }
    const neutral = anonymizer({ inventory: EMPTY, requests: [request] })
    expect(plain(neutral.request(request as unknown as NovaRequest))).toEqual({
      request_spec: {
        num_instances: 1,
        instance_properties: { uuid: 'instance-n1', project_id: 'project-n1', os_type: null, memory_mb: 1 },
        instance_type: { name: 'flavor-n1', memory_mb: 1, extra_specs: { 'hw:x': 'y' } },
        image: { id: 'image-n1', properties: { os_type: 'linux', owner_id: 'project-n1' }, min_ram: 5 },
      },
      filter_properties: { retry: { num_attempts: 1, hosts: [['host-n1', 'host-n2']], exc: null } },
    })
  })

  test('asks what it asked', () => {
    const inventory = cloud({
      hosts: [{ host: 'alder' }, { host: 'birch' }],
      aggregates: [{ id: 1, hosts: ['alder'], metadata: { availability_zone: 'wood, meadow' } }],
    })
    const request = {
      flavor: {
        vcpus: 1,
        memory_mb: 1,
        extra_specs: { 'capabilities:host': '<or> birch <or> oak', 'capabilities:service:host': '<in> lde' },
      },
      availability_zone: 'meadow:alder',
      hints: {
        query: '["and", ["<", "$host", "b"], [">=", "$free_ram_mb", 1.50], ["=", "$hypervisor_type", "QEMU"]]',
        build_near_host_ip: '10.1',
        cidr: '/16',
        my_hint: 'secret place',
      },
    }
    const neutral = anonymizer({ inventory, requests: [request] })
    expect(plain(neutral.request(request))).toEqual({
      flavor: {
        vcpus: 1,
        memory_mb: 1,
        extra_specs: { 'capabilities:host': '<or> host-n3 <or> host-n4', 'capabilities:service:host': '<in> with1' },
      },
      availability_zone: 'zone-n1:host-n1-with1',
      hints: {
        query: '["and", ["<", "$host", "host-n2"], [">=", "$free_ram_mb", 1.50], ["=", "$hypervisor_type", "QEMU"]]',
        build_near_host_ip: '198.18.0.1',
        cidr: '/16',
        my_hint: 'value-n1',
      },
    })
    expect(neutral.inventory(inventory).aggregates[0]?.metadata).toEqual({ availability_zone: 'zone-n2, zone-n1' })
  })

  test('has the names of the configuration', () => {
    const inventory = cloud({ hosts: [{ host: 'alder' }], images: [{ id: 'acorn' }] })
    const options = { isolated_hosts: ['alder', 'oak'], isolated_images: ['acorn'], acme_racks: ['alder', 'other'] }
    const neutral = anonymizer({ inventory, options, texts: ['{"near": "alder"}'] })
    expect(Object.entries(options).map(([name, value]) => neutral.option(name, value))).toEqual([
      ['host-n1', 'host-n2'],
      ['image-n1'],
      ['host-n1', 'other'],
    ])
    expect(neutral.text('{"near": "alder"}')).toBe('{"near": "host-n1"}')
    expect([neutral.host('alder'), neutral.host('nobody')]).toEqual(['host-n1', 'host-unknown'])
  })
})

const SHARED = join(import.meta.dirname, '../../../../../shared/inventories')

describe.skipIf(!existsSync(SHARED))('inventories that people have', () => {
  const files = existsSync(SHARED) ? readdirSync(SHARED).filter((name) => /\.(json|txt)$/.test(name)) : []

  test.each(files)('%s is read as well with neutral names', async (name) => {
    const { inventory } = await examineInventory([join(SHARED, name)])
    if (inventory === null) return expect(name).toMatch(/statistics|2\.88|repaired|prompt|none_date|show/)
    const after = anonymizer({ inventory }).inventory(inventory)
    expect(plain(inventoryFrom(JSON.parse(JSON.stringify(after))).inventory)).toEqual(plain(after))
    const names = inventory.hosts.flatMap(({ host, host_ip: address }) => [host, address ?? host])
    const old = names.filter((text) => text.length > 4 && text !== 'compute')
    expect(old.filter((text) => JSON.stringify(after).includes(text))).toEqual([])
    return undefined
  })
})
