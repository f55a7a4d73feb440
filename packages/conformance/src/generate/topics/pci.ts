import type { Dice } from '../dice.ts'
import { enable, type Draft, type RequestDraft, type Values } from '../draft.ts'

const DEVICES = [
  ['8086', '0443'],
  ['8086', '1520'],
  ['10de', '1eb8'],
  ['8086', '154c'],
] as const

/** PCI devices of hosts, and requests for them with every NUMA policy. */
export function pci(draft: Draft): void {
  const { dice, hosts, requests } = draft
  enable(draft, 'PciPassthroughFilter')
  for (const host of hosts)
    if (dice.chance(0.85)) host['pci_device_pools'] = Array.from({ length: dice.int(1, 5) }, () => pool(dice))
  for (const request of requests) if (dice.chance(0.9)) ask(draft, request)
}

function pool(dice: Dice): Values {
  const [vendor_id, product_id] = dice.pick(DEVICES)
  const tags: Record<string, string> = {}
  if (dice.chance(0.8)) tags['dev_type'] = dice.pick(['type-PCI', 'type-PCI', 'type-VF', 'type-VF', 'type-PF'])
  if (dice.chance(0.4)) tags['physical_network'] = dice.pick(['phys1', 'phys2'])
  if (dice.chance(0.1)) tags['rack'] = dice.pick(['a', 'B'])
  return { vendor_id, product_id, numa_node: dice.pick([0, 0, 1, 2, null]), count: dice.pick([1, 2, 4, 8]), tags }
}

function ask({ dice, release }: Draft, { request_spec: spec, filter_properties: asked }: RequestDraft): void {
  const { uuid } = spec.instance_properties
  const requests = Array.from({ length: dice.pick([1, 1, 2]) }, (_none, index) => ({
    count: dice.pick([1, 1, 1, 1, 2, 3]),
    spec: Array.from({ length: dice.pick([1, 1, 2]) }, () => wanted(dice)),
    alias_name: dice.chance(0.1) ? null : `a${index}`,
    is_new: false,
    request_id: dice.chance(0.5) ? null : dice.uuid(),
    ...(dice.chance(0.7) ? { numa_policy: dice.pick(['legacy', 'preferred', 'required', 'socket', null]) } : {}),
  }))
  const kept = { instance_uuid: uuid, requests }
  spec.instance_properties['pci_requests'] = kept
  if (release === 'kilo') asked['pci_requests'] = kept
}

function wanted(dice: Dice): Record<string, string> {
  const [vendor_id, product_id] = dice.pick(DEVICES)
  const names: Record<string, string> = {}
  if (dice.chance(0.8)) names['vendor_id'] = vendor_id
  if (dice.chance(0.4)) names['product_id'] = dice.chance(0.1) ? product_id.toUpperCase() : product_id
  if (dice.chance(0.2)) names['dev_type'] = dice.pick(['type-PCI', 'type-VF', 'type-PF', 'TYPE-VF'])
  if (dice.chance(0.2)) names['physical_network'] = dice.pick(['phys1', 'PHYS2'])
  if (dice.chance(0.05)) names['rack'] = 'b'
  return names
}
