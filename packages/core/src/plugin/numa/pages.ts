import { fault } from '../fault.ts'
import { owns, type GuestCell } from './guest-cell.ts'
import type { NumaRules } from './rules.ts'
import { lacking, lackOf, type Lack } from './lack.ts'
import type { HostCell, PagePool } from './topology.ts'

/** The page size that stands for any size but the smallest. */
export const LARGE_PAGES = -2

/** Page sizes that an instance asks for by kind. */
export const SMALL_PAGES = -1
export const ANY_PAGES = -3

const KB_PER_MB = 1024

/**
 * Chooses the page size that an instance's cell asks for, and writes it to the cell: of the kind that it asks for, the
 * largest that has enough free pages.
 *
 * @returns null when there is one, or none is asked for
 * @throws PAGE_SIZE_NOT_SUPPORTED when a certain size is asked for that the host cell does not have, in releases that
 * break on it
 */
export function takePageSize(host: HostCell, cell: GuestCell, rules: NumaRules): Lack | null {
  const asked = cell.pageSize
  if (!asked) return null
  let lack: Lack | null = missingSize(asked)
  for (const pool of poolsToTry(host, asked, rules)) {
    lack = lackOfPages(pool, cell.asked.memory, freePages(pool))
    if (lack === null) {
      cell.pageSize = pool.sizeKb
      return null
    }
  }
  return lack
}

function poolsToTry(host: HostCell, asked: number, rules: NumaRules): readonly PagePool[] {
  const sizes = host.pages.toSorted((a, b) => b.sizeKb - a.sizeKb)
  if (asked === SMALL_PAGES) return sizes.slice(-1)
  if (asked === LARGE_PAGES) return sizes.slice(0, -1)
  if (asked === ANY_PAGES) return sizes
  const pool = host.pages.find(({ sizeKb }) => sizeKb === asked)
  if (pool === undefined && rules.unknownPageSizeBreaks) {
    const message = `Page size ${asked} is not supported by the host: NUMA cell ${host.id} has no pages of ${asked} KiB`
    throw fault('PAGE_SIZE_NOT_SUPPORTED', message, {
      pageSize: asked,
      cell: host.id,
      novaError: 'MemoryPageSizeNotSupported',
    })
  }
  return pool === undefined ? [] : [pool]
}

/**
 * Whether a host cell has the memory of an instance's cell at all, be it in use: nobody is overcommitted against
 * themselves. Where memory counts in pages, a page size that is asked for is chosen in the same step.
 */
export function takeMemory(host: HostCell, cell: GuestCell, rules: NumaRules): Lack | null {
  if (rules.pagesComeFirst && cell.pageSize) return takePageSize(host, cell, rules)
  const { memory } = cell.asked
  const smallest = rules.smallPagesAreMemory ? smallestPages(host) : null
  if (smallest === null) return lackOf('not_enough_memory', 'MiB', memory, host.memory)
  const mustBeFree = rules.ownersCountFreePages && owns(cell.asked)
  return lackOfPages(smallest, memory, mustBeFree ? freePages(smallest) : smallest.total)
}

/** What owned CPUs go with: memory that nobody uses, or free pages that were counted already. */
export function lackOfFreeMemory(host: HostCell, cell: GuestCell, rules: NumaRules): Lack | null {
  if (rules.ownersCountFreePages && (cell.pageSize || host.pages.length > 0)) return null
  return lackOf('not_enough_memory', 'MiB', cell.asked.memory, host.memory - host.memoryUsage)
}

function lackOfPages({ sizeKb }: PagePool, memory: number, available: number): Lack | null {
  const needed = memory * KB_PER_MB
  if (needed > available * sizeKb) {
    return lacking('not_enough_pages', `page of ${sizeKb} KiB`, needed / sizeKb, available)
  }
  const rest = needed % sizeKb
  return rest === 0 ? null : lacking('not_whole_pages', 'KiB', sizeKb, rest)
}

function missingSize(asked: number): Lack {
  const unit = asked > 0 ? `page size of ${asked} KiB` : 'page size'
  return lacking('page_size_missing', unit, 1, 0)
}

/** The pages of the smallest size; null when none are told. */
export function smallestPages(host: HostCell): PagePool | null {
  let smallest: PagePool | null = null
  for (const pool of host.pages) if (smallest === null || pool.sizeKb < smallest.sizeKb) smallest = pool
  return smallest
}

/** Pages that are neither in use nor kept for the host. */
export function freePages({ total, used, reserved }: PagePool): number {
  return total - used - reserved
}

/** Pages of a size that hold this memory (MiB). */
export function pagesFor(memory: number, sizeKb: number): number {
  return (memory * KB_PER_MB) / sizeKb
}
