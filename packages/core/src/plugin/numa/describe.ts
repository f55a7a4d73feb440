import type { Lack, LackReason } from './lack.ts'
import type { GuestCellAnswer, HostCellAnswer, NumaShortage, NumaShortageReason } from './shortage.ts'

/** What a shortage is, for people: host cell by host cell. */
export function describeNumaShortage(shortage: NumaShortage): string {
  return (OF_ALL_CELLS[shortage.reason] ?? homelessText)(shortage)
}

/** Shortages of all cells together; the others are of one cell. */
const OF_ALL_CELLS: Readonly<Partial<Record<NumaShortageReason, (shortage: NumaShortage) => string>>> = {
  too_few_cells: ({ needed, available }) => `${needed} NUMA cells needed, the host has ${available}`,
  cells_collide({ needed, available, cells }) {
    const homes = cells.map(({ cell, hostCells }) => `cell ${cell} on ${fitting(hostCells).join(' or ')}`)
    return `${needed} NUMA cells needed, only ${available} at a time fit: ${homes.join('; ')}`
  },
  arrangement_missed: () =>
    'the NUMA cells would fit, but Nova misses how: what it notes of one cell, it takes for another',
  pci_not_near: ({ cells }) => pciText(cells),
}

function homelessText({ cells }: NumaShortage): string {
  const homeless = cells.find(({ hostCells }) => fitting(hostCells).length === 0)
  const texts = homeless?.hostCells.flatMap(({ id, lack }) =>
    lack === null
      ? []
      : [`cell ${id} ${lackText(lack)}${LACKS[lack.reason].of === undefined ? '' : `, needs ${lack.needed}`}`],
  )
  const subject = cells.length > 1 ? `NUMA cell ${homeless?.cell} of the instance fits nowhere: ` : ''
  return subject + (texts ?? []).join('; ')
}

/** Where the devices are, why the instance is not there, and what there is elsewhere. */
function pciText(cells: readonly GuestCellAnswer[]): string {
  const hostCells = cells[0]?.hostCells ?? []
  const near = hostCells.filter(({ pciNear }) => pciNear).map(({ id }) => ({ id, lack: lackOfAll(cells, id) }))
  if (near.length === 0) return 'no NUMA cell alone has the PCI devices near it'
  const places = near.map(({ id, lack }) => `on cell ${id}${lack === null ? '' : ` which ${lackText(lack)}`}`)
  const where = `PCI ${near.length === 1 ? 'device is' : 'devices are'} ${places.join(' and ')}`
  if (near.some(({ lack }) => lack === null)) return `${where}, and no arrangement of the cells is near enough`
  const measure = near.flatMap(({ lack }) => (lack === null ? [] : (LACKS[lack.reason].of ?? [])))[0]
  const others = measure === undefined ? [] : hostCells.filter(({ pciNear }) => !pciNear)
  return where + others.map((answer) => `; cell ${answer.id} has ${measure?.(answer)}`).join('')
}

/** What a host cell lacks for every cell of the instance, told of the first; null when one of them fits. */
function lackOfAll(cells: readonly GuestCellAnswer[], id: number): Lack | null {
  const lacks = cells.map(({ hostCells }) => hostCells.find((answer) => answer.id === id)?.lack ?? null)
  return lacks.includes(null) ? null : (lacks[0] ?? null)
}

function fitting(hostCells: readonly HostCellAnswer[]): readonly number[] {
  return hostCells.filter(({ lack }) => lack === null).map(({ id }) => id)
}

interface LackWords {
  /** What follows upon "cell 0". */
  readonly text: (lack: Lack) => string
  /** What of it another host cell has, where it can be counted. */
  readonly of?: (answer: HostCellAnswer) => number
}

const LACKS: Readonly<Record<LackReason, LackWords>> = {
  not_enough_cpus: { text: (lack) => `has ${lack.available} free CPUs`, of: ({ freeCpus }) => freeCpus },
  not_enough_owned_cpus: {
    text: (lack) => `has ${lack.available} free CPUs to pin`,
    of: ({ freeOwnedCpus }) => freeOwnedCpus,
  },
  not_enough_memory: { text: (lack) => `has ${lack.available} MiB of free memory`, of: ({ freeMemory }) => freeMemory },
  page_size_missing: { text: () => 'has no pages of the size that is asked for' },
  not_enough_pages: {
    text: ({ available, needed, unit }) => `has ${available} free ones of the ${needed} pages needed (${unit})`,
  },
  not_whole_pages: { text: ({ needed }) => `has pages of ${needed} KiB, of which the memory is no multiple` },
  nothing_to_own: { text: () => 'cannot pin a cell of an instance that has no CPUs to pin there' },
  threads_share_cores: { text: () => 'has hardware threads, so that no CPU is alone on its core' },
  not_enough_whole_cores: {
    text: ({ available, needed }) => `has ${available} of the ${needed} cores needed that are free altogether`,
  },
  no_thread_layout: {
    text: ({ available, needed }) => `has ${available} free CPUs for ${needed}, but not in threads that suit`,
  },
  cores_unknown: { text: () => 'does not tell which CPUs share a core (siblings)' },
}

function lackText(lack: Lack): string {
  return LACKS[lack.reason].text(lack)
}
