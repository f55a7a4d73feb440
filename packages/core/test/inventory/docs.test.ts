import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inventoryFields, shortRequestFields } from '../../src/generated/validators.ts'
import { examineInventory, loadInventory } from '../../src/inventory/read.ts'
import { loadRequests, prepareRequest } from '../../src/request/file.ts'
import { DEFAULT_REQUEST_RULES } from '../../src/request/rules.ts'
import { folderWith } from './files.ts'

const TEXT = readFileSync(new URL('../../../../docs/inventory-and-request.md', import.meta.url), 'utf8')
const BLOCKS = [...TEXT.matchAll(/^```(yaml|json)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({ kind, text }))

describe('docs/inventory-and-request.md', () => {
  it('has examples that work together', async () => {
    const folder = folderWith(Object.fromEntries(BLOCKS.map(({ kind, text }, index) => [`${index}.${kind}`, text])))
    const [first, ...others] = BLOCKS.map(({ kind }, index) => join(folder, `${index}.${kind}`))
    const { findings } = await examineInventory([first ?? ''])
    expect(findings).toEqual([])
    const { inventory } = await loadInventory([first ?? ''])
    for (const name of others) {
      const { requests, findings: odd } = await loadRequests(name)
      expect(odd).toEqual([])
      for (const written of requests) {
        const { request } = prepareRequest(written, { inventory, rules: DEFAULT_REQUEST_RULES })
        expect(request.request_spec.num_instances).toBeGreaterThan(0)
      }
    }
    expect(others).toHaveLength(3)
  })

  it('names every field', () => {
    const { hosts, aggregates, server_groups: groups, flavors, images } = inventoryFields
    const names = [
      hosts,
      hosts.service,
      hosts.instances,
      aggregates,
      groups,
      flavors,
      images,
      shortRequestFields,
    ].flatMap((fields) => Object.keys(fields))
    const missing = names.filter((name) => name !== '$schema' && !new RegExp(`\\b${name}\\b`).test(TEXT))
    expect(missing).toEqual([])
  })
})
