import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeFinding } from '../../src/errors.ts'
import { loadRequests, prepareRequest } from '../../src/request/file.ts'
import type { RequestFile } from '../../src/request/file.ts'
import { DEFAULT_REQUEST_RULES } from '../../src/request/rules.ts'
import { folderWith, plain } from '../inventory/files.ts'
import { CLOUD } from './cloud.ts'

async function load(text: string, name = 'x.json'): Promise<RequestFile> {
  const folder = folderWith({ [name]: text })
  return loadRequests(name, { resolve: (given) => join(folder, given) })
}

const prepare = ({ requests }: RequestFile) => {
  return requests.map((written, index) => {
    return prepareRequest(written, { inventory: CLOUD, rules: DEFAULT_REQUEST_RULES, index })
  })
}

const NOVA = {
  request_spec: {
    num_instances: 1,
    instance_properties: { uuid: 'u', project_id: null, root_gb: 0, display_name: 'kept' },
    instance_type: { id: 1, name: 'm1', memory_mb: 512, vcpus: 1 },
    image: {},
  },
  filter_properties: { scheduler_hints: null, force_hosts: null, retry: {} },
}

describe('loadRequests', () => {
  it.each([
    ['one', 'x.json', '{"flavor": "m1.small"}'],
    ['one in YAML', 'x.yaml', 'flavor: m1.small'],
    ['one in YAML that begins as JSON does', 'x.yaml', '{flavor: m1.small}'],
    ['a list', 'x.json', '[{"flavor": "m1.small"}]'],
    ['a list in YAML', 'x.yml', '- flavor: m1.small'],
    ['a name that says nothing', 'x', 'flavor: m1.small'],
  ])('reads %s', async (_, name, text) => {
    const { requests } = await load(text, name)
    expect(requests).toMatchObject([{ form: 'short', value: { flavor: 'm1.small' } }])
  })

  it('reads several: JSON lines, lists, YAML documents, of both forms', async () => {
    const lines = `${JSON.stringify(NOVA)}\n\n{"flavor": "a"}\n[{"flavor": "b"}, {"flavor": "c"}]\n`
    const read = await load(lines, 'x.jsonl')
    expect(read.requests.map(({ form, place }) => `${form} ${place}`)).toEqual([
      'nova x.jsonl:1',
      'short x.jsonl:3',
      'short x.jsonl: [0]',
      'short x.jsonl: [1]',
    ])
    const documents = await load('flavor: a\n---\nflavor: b\n', 'x.yaml')
    expect(documents.requests.map(({ place }) => place)).toEqual(['x.yaml:1', 'x.yaml:3'])
  })

  it('keeps Nova’s own form as it is: null, missing and unknown', async () => {
    const read = await load(JSON.stringify(NOVA))
    expect(plain(read.requests[0]?.value)).toEqual(NOVA)
    expect(read.findings).toEqual([])
    expect(plain(prepare(read).map(({ request }) => request))).toEqual([NOVA])
  })

  it('tells all that is wrong, with path and line', async () => {
    const text = `- flavor: {vcpus: "2", memory_mb: 512}
  count: 0
- image: []
- flavour: a
- flavor: a
  hosts: b
- 7
`
    const error: unknown = await load(text, 'x.yaml').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'REQUEST_INVALID' })
    const { findings } = (error as { details: { findings: Parameters<typeof describeFinding>[0][] } }).details
    expect(findings.map(describeFinding)).toEqual([
      'x.yaml:1: [0].flavor.vcpus: must be a whole number, is "2": leave out the quotes',
      'x.yaml:2: [0].count: must be 1 or more, is 0',
      'x.yaml:3: [1].flavor: is missing',
      'x.yaml:3: [1].image: must be a text, a map or null, is a list',
      'x.yaml:4: [2].flavor: is missing',
      'x.yaml:4: [2].flavour: is not known, did you mean flavor?',
      'x.yaml:7: [4]: must be a map, is 7',
    ])
  })

  it('warns of fields that it does not know in a short request', async () => {
    const { findings } = await load('{"flavor": "a", "networks": []}')
    expect(findings.map(describeFinding)).toEqual([
      expect.stringMatching(/^x.json:1: networks: is not known, and ignored; known are flavor, image/),
    ])
  })

  it.each([
    ['[]', 'REQUEST_INVALID', /holds no request/],
    ['', 'FILE_INVALID', /is empty/],
    ['{"flavor": "a"', 'FILE_INVALID', /x.json:1: .*cut off/],
    ['{"flavor": "a"} {', 'FILE_INVALID', /a key in double quotes/],
    ['[{"request_spec": {}}]', 'REQUEST_INVALID', /\[0\].filter_properties: is missing/],
    [
      '{"request_spec": {"num_instances": "1"}, "filter_properties": {}}',
      'REQUEST_INVALID',
      /num_instances: must be a whole number/,
    ],
    [
      '{"request_spec": {"instance_type": {"memoryMb": 1}}, "filter_properties": {}}',
      'REQUEST_INVALID',
      /did you mean memory_mb\?/,
    ],
    ['{"flavor": {"vcpus": 1, "memory_mb": 9007199254740993}}', 'REQUEST_INVALID', /beyond 2\^53/],
  ])('refuses %s', async (text, code, message) => {
    await expect(load(text)).rejects.toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
    )
  })

  it('reads many lines and lists in time that grows with them alone', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => JSON.stringify({ flavor: 'a', networks: index }))
    expect((await load(lines.join('\n'), 'x.jsonl')).requests).toHaveLength(5000)
    expect((await load(`[${lines.join(',\n')}]`)).requests).toHaveLength(5000)
  })
})

describe('prepareRequest', () => {
  it('gives every instance a uuid of its own, always the same', async () => {
    const file = await load('[{"flavor": "m1.small"}, {"flavor": "m1.small", "uuid": "mine"}, {"flavor": "m1.small"}]')
    const uuids = prepare(file).map(({ request }) => request.request_spec.instance_properties?.uuid)
    expect(uuids).toEqual(['00000000-0000-4000-8000-000000000001', 'mine', '00000000-0000-4000-8000-000000000003'])
  })

  it('says which request cannot be made', async () => {
    const file = await load('[{"flavor": "m1.small"}, {"flavor": "m9"}]')
    expect(() => prepare(file)).toThrow(/^x.json: \[1\]: flavor m9 is not known/)
  })

  it.each([
    [{ numa_topology: { cells: [{ id: 0, cpuset: [0], memory: 512 }] } }, {}],
    [{ numa_topology: '{"cells": [{"id": 0, "cpuset": [0], "memory": 512}]}' }, {}],
    [{ pci_requests: { requests: [{ count: 1, spec: [{ vendor_id: '8086' }] }] } }, {}],
    [{}, { pci_requests: { requests: [{ count: 1, spec: [{ vendor_id: '8086' }] }] } }],
    [{ numa_topology: { cells: [] }, pci_requests: { requests: [] } }, { pci_requests: null }],
  ])('keeps what is asked of cells and devices as it is: %j %j', async (instance, properties) => {
    const request = { request_spec: { num_instances: 1, instance_properties: instance }, filter_properties: properties }
    const [prepared] = prepare(await load(JSON.stringify(request)))
    expect(plain(prepared?.request)).toEqual(request)
  })
})
