import type { HostCellRecord, HostTopologyRecord } from '../plugin/numa/record.ts'
import type { InventoryHost, PciPoolRecord } from './inventory.ts'

/** Types that Nova's computes report. */
const DEVICE_TYPES = ['type-PCI', 'type-PF', 'type-VF', 'vdpa']

/** Names that one text lists. */
const MOST_NAMED = 5

type Cells = readonly HostCellRecord[]

/** Says one thing of a host: at which field, and what. */
type Tell = (field: string, message: string) => void

/** What is odd about a host's NUMA cells, PCI devices and ratios, told one after another. */
export function tellOddTopology(host: InventoryHost, tell: Tell): void {
  const topology = host.numa_topology as HostTopologyRecord | null | undefined
  const cells = topology?.cells ?? []
  tellRepeats(cells, tell)
  cells.forEach((cell, index) => tellCell(cell, `numa_topology.cells.${index}`, tell))
  tellPools(host.pci_device_pools ?? [], cells, tell)
  for (const name of ['cpu_allocation_ratio', 'ram_allocation_ratio', 'disk_allocation_ratio'] as const) {
    if (host[name] === 0)
      tell(
        name,
        `${name} is 0, which no compute reports: Nova takes what nova.conf says in its place (later than Kilo)`,
      )
  }
  if (host.cell?.trim() === '') tell('cell', 'the name of its cell is empty: no request can ask for it')
}

function tellRepeats(cells: Cells, tell: Tell): void {
  const ids = new Set<number>()
  const cellOf = new Map<number, number>()
  cells.forEach((cell, index) => {
    const at = `numa_topology.cells.${index}`
    if (ids.has(cell.id)) tell(`${at}.id`, `NUMA cell ${cell.id} is there twice`)
    ids.add(cell.id)
    const own = new Set(cpusOf(cell))
    const shared = [...own].filter((cpu) => cellOf.has(cpu))
    if (shared.length > 0) {
      const others = [...new Set(shared.map((cpu) => cellOf.get(cpu)))].join(', ')
      tell(`${at}.cpuset`, `${cpusText(shared)} of NUMA cell ${cell.id} ${isAre(shared)} in cell ${others} too`)
    }
    for (const cpu of own) cellOf.set(cpu, cell.id)
  })
}

function tellCell(cell: HostCellRecord, at: string, tell: Tell): void {
  const own = new Set(cpusOf(cell))
  const strangers = { pinned_cpus: cell.pinned_cpus ?? [], siblings: (cell.siblings ?? []).flat() }
  for (const [field, cpus] of Object.entries(strangers)) {
    const unknown = [...new Set(cpus)].filter((cpu) => !own.has(cpu))
    if (unknown.length === 0) continue
    tell(`${at}.${field}`, `${field} of NUMA cell ${cell.id}: ${cpusText(unknown)} ${isAre(unknown)} not in the cell`)
  }
  cell.mempages?.forEach(({ size_kb: size, total, used = 0, reserved = 0 }, index) => {
    if (used + reserved <= total) return
    const message = `NUMA cell ${cell.id} has ${total} pages of ${size} KiB, and more in use or kept: ${used + reserved}`
    tell(`${at}.mempages.${index}`, message)
  })
}

function tellPools(pools: readonly PciPoolRecord[], cells: Cells, tell: Tell): void {
  const ids = new Set(cells.map(({ id }) => id))
  pools.forEach(({ vendor_id: vendor, product_id: product, numa_node: node, tags }, index) => {
    const at = `pci_device_pools.${index}`
    const name = `the PCI devices ${vendor}:${product}`
    if (typeof node === 'number' && cells.length > 0 && !ids.has(node)) {
      tell(`${at}.numa_node`, `${name} are on NUMA cell ${node}, which the host does not have`)
    }
    const type = tags?.['dev_type']
    if (typeof type !== 'string' || DEVICE_TYPES.includes(type)) return
    tell(`${at}.tags`, `${name} have the dev_type ${type}, which is not known; known are ${DEVICE_TYPES.join(', ')}`)
  })
}

function cpusOf({ cpuset, pcpuset = [] }: HostCellRecord): readonly number[] {
  return [...cpuset, ...pcpuset]
}

function cpusText(cpus: readonly number[]): string {
  const first = cpus.slice(0, MOST_NAMED).join(', ')
  return `${cpus.length === 1 ? 'CPU' : 'CPUs'} ${first}${cpus.length > MOST_NAMED ? ', …' : ''}`
}

function isAre({ length }: readonly unknown[]): string {
  return length === 1 ? 'is' : 'are'
}
