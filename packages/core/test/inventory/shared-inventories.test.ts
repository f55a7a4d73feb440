import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examineInventory } from '../../src/inventory/read.ts'

const FOLDER = fileURLToPath(new URL('../../../../../shared/inventories', import.meta.url))

/** Files that are no inventory: sums, and a list of pods. */
const REFUSED = ['04-', '22-', 'README']

describe.skipIf(!existsSync(FOLDER))('inventories from the field', () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  it.each(names)('%s', async (name) => {
    const columns = name.startsWith('20-') ? 'host=sn,vcpus=cpu_milli/1000,memory_mb=memory_mib' : undefined
    const { error, inventory } = await examineInventory([join(FOLDER, name)], { columns })
    if (REFUSED.some((prefix) => name.startsWith(prefix))) expect(error?.message).toContain(name)
    else expect(inventory).not.toBeNull()
  })

  it('reads 1,523 nodes from CSV', async () => {
    const columns = 'host=sn,vcpus=cpu_milli/1000,memory_mb=memory_mib'
    const { inventory } = await examineInventory([join(FOLDER, '20-alibaba_openb_node_list_all_node.csv')], { columns })
    expect(inventory?.hosts).toHaveLength(1523)
    expect(inventory?.hosts[0]).toEqual({ host: 'openb-node-0000', vcpus: 32, memory_mb: 262144 })
  })
})
