import { describePciShortage } from '../pci/describe.ts'
import type { Lack, LackReason } from './lack.ts'
import { LARGE_PAGES } from './pages.ts'
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
  pci_not_near: pciText,
  too_few_devices: ({ pci }) =>
    `the host has too few devices altogether${pci === undefined ? '' : `: ${describePciShortage(pci)}`}`,
}

function homelessText({ cells }: NumaShortage): string {
  const homeless = cells.find(({ hostCells }) => fitting(hostCells).length === 0)
  const texts = homeless?.hostCells.flatMap((answer) => {
    const { id, lack } = answer
    if (lack === null) return []
    const needed = LACKS[lack.reason].of === undefined ? '' : `, needs ${lack.needed}`
    return [`cell ${id} ${lackText({ lack, asked: homeless, answer })}${needed}`]
  })
  const subject = cells.length > 1 ? `NUMA cell ${homeless?.cell} of the instance fits nowhere: ` : ''
  return subject + (texts ?? []).join('; ')
}

/** Where the devices are, why the instance is not there, and what there is elsewhere. */
function pciText({ cells, pci }: NumaShortage): string {
  const hostCells = cells[0]?.hostCells ?? []
  const near = hostCells.filter(({ pciNear }) => pciNear).map(({ id }) => ({ id, found: lackOfAll(cells, id) }))
  if (near.length === 0) {
    const why = pci === undefined ? '' : ` (${describePciShortage(pci)})`
    return `no NUMA cell alone has the PCI devices near it${why}`
  }
  const places = near.map(({ id, found }) => `on cell ${id}${found === null ? '' : ` which ${lackText(found)}`}`)
  const where = `PCI ${near.length === 1 ? 'device is' : 'devices are'} ${places.join(' and ')}`
  if (near.some(({ found }) => found === null)) return `${where}, and no arrangement of the cells is near enough`
  const measure = near.flatMap(({ found }) => (found === null ? [] : (LACKS[found.lack.reason].of ?? [])))[0]
  const others = measure === undefined ? [] : hostCells.filter(({ pciNear }) => !pciNear)
  return where + others.map((answer) => `; cell ${answer.id} has ${left(measure?.(answer) ?? 0)}`).join('')
}

/** What a host cell lacks for every cell of the instance, told of the first; null when one of them fits. */
function lackOfAll(cells: readonly GuestCellAnswer[], id: number): FoundLack | null {
  const found = cells.map((asked) => {
    const answer = asked.hostCells.find((each) => each.id === id)
    return answer === undefined || answer.lack === null ? null : { lack: answer.lack, asked, answer }
  })
  return found.includes(null) ? null : (found[0] ?? null)
}

function fitting(hostCells: readonly HostCellAnswer[]): readonly number[] {
  return hostCells.filter(({ lack }) => lack === null).map(({ id }) => id)
}

/** A lack, between a cell of the instance and one of the host. */
interface FoundLack {
  readonly lack: Lack
  readonly asked: GuestCellAnswer
  readonly answer: HostCellAnswer
}

interface LackWords {
  /** What follows upon "cell 0". */
  readonly text: (found: FoundLack) => string
  /** What of it another host cell has, where it can be counted. */
  readonly of?: (answer: HostCellAnswer) => number
}

const LACKS: Readonly<Record<LackReason, LackWords>> = {
  not_enough_cpus: { text: ({ lack }) => `has ${counted(lack, 'free CPU')}`, of: ({ freeCpus }) => freeCpus },
  not_enough_owned_cpus: {
    text: ({ lack }) => `has ${counted(lack, 'free CPU')} to pin`,
    of: ({ freeOwnedCpus }) => freeOwnedCpus,
  },
  not_enough_memory: {
    text: ({ lack }) => `has ${left(lack.available)} MiB of free memory`,
    of: ({ freeMemory }) => freeMemory,
  },
  page_size_missing: { text: ({ asked, answer }) => `has no ${askedPages(asked)}${sizesText(answer)}` },
  not_enough_pages: { text: pagesText },
  not_whole_pages: { text: ({ lack }) => `has pages of ${lack.needed} KiB, of which the memory is no multiple` },
  nothing_to_own: { text: () => 'cannot pin a cell of an instance that has no CPUs to pin there' },
  threads_share_cores: { text: () => 'has hardware threads, so that no CPU is alone on its core' },
  not_enough_whole_cores: {
    text: ({ lack }) => `has ${counted(lack, 'core')} free altogether, ${neededText(lack.needed)}`,
  },
  no_thread_layout: {
    text: ({ lack }) => `has ${counted(lack, 'free CPU')} for ${lack.needed}, but not in threads that suit`,
  },
  cores_unknown: { text: () => 'does not tell which CPUs share a core (siblings)' },
}

function lackText(found: FoundLack): string {
  return LACKS[found.lack.reason].text(found)
}

/** More may be in use than there is: what is left is nothing then. */
function left(number: number): number {
  return Math.max(0, number)
}

function counted({ available }: Lack, thing: string): string {
  return `${left(available)} ${thing}${left(available) === 1 ? '' : 's'}`
}

function neededText(needed: number): string {
  const whole = Math.ceil(needed)
  return `${whole} ${whole === 1 ? 'is' : 'are'} needed`
}

/** Memory that is shared may be asked of pages in use: nobody is overcommitted against themselves alone. */
function pagesText({ lack, answer }: FoundLack): string {
  const isFree = answer.freePages.some(({ sizeKb, free }) => lack.unit === pagesOf(sizeKb) && free === lack.available)
  const pages = counted(lack, isFree ? 'free page' : 'page')
  return `has ${pages}${lack.unit.slice('page'.length)}${isFree ? '' : ' in all'}, ${neededText(lack.needed)}`
}

function pagesOf(sizeKb: number): string {
  return `page of ${sizeKb} KiB`
}

function askedPages({ pageSize }: GuestCellAnswer): string {
  if (pageSize === null || pageSize <= 0) return pageSize === LARGE_PAGES ? 'large pages' : 'pages to choose from'
  return `pages of ${pageSize} KiB`
}

function sizesText({ freePages }: HostCellAnswer): string {
  return freePages.length === 0
    ? ', it tells of no pages'
    : `, its pages are of ${freePages.map(({ sizeKb }) => `${sizeKb} KiB`).join(' and ')}`
}
