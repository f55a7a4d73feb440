import { fault } from '../fault.ts'
import { intSetOrder } from '../python/int-set.ts'
import { owns, ownedCpus, sharedCpus } from './guest-cell.ts'
import { pagesFor, smallestPages } from './pages.ts'
import { numberSet } from './record.ts'
import type { NumaRules } from './rules.ts'
import type { HostCell, HostTopology, InstanceCell, InstanceTopology, PagePool } from './topology.ts'

/**
 * A host's NUMA cells with an instance on them. Nova's `numa_usage_from_instance_numa`.
 *
 * @param placed - the instance's cells as {@link fitNuma} placed them; null for one without NUMA cells
 * @throws CPU_PINNING_INVALID, PAGE_SIZES_UNKNOWN where Nova breaks: nothing of the claim is kept then
 */
export function numaUsage(host: HostTopology, placed: InstanceTopology | null, rules: NumaRules): HostTopology {
  if (placed === null && !rules.claimForgetsUsage) return host
  const pins = rules.ownedCpusAreApart || (placed?.cells.every(owns) ?? false)
  const cells = host.cells.map((told) => {
    const cell = rebuilt(told, rules)
    if (placed === null) return Object.freeze({ ...cell, cpuUsage: 0, memoryUsage: 0 })
    const guests = placed.cells.filter(({ id }) => id === cell.id)
    return guests.reduce((used, guest) => withGuest(used, guest, pins, rules), cell)
  })
  return Object.freeze({ cells: Object.freeze(cells) })
}

/** Nova makes new cells with each claim, and new sets for their cores, which Python may walk in another order. */
function rebuilt(cell: HostCell, { python }: NumaRules): HostCell {
  const siblings = Object.freeze(cell.siblings.map((core) => Object.freeze(intSetOrder(core, python))))
  return Object.freeze({ ...cell, siblings })
}

function withGuest(cell: HostCell, guest: InstanceCell, pins: boolean, rules: NumaRules): HostCell {
  return Object.freeze({
    ...cell,
    pages: withPages(cell, guest, rules),
    memoryUsage: Math.max(0, cell.memoryUsage + guest.memory),
    cpuUsage: Math.max(0, cell.cpuUsage + sharedCpus(guest, rules)),
    pinnedCpus: pins && owns(guest) ? withPins(cell, guest, rules) : cell.pinnedCpus,
  })
}

/** A part of a page counts as none: Nova's numbers of pages are whole. */
function withPages(cell: HostCell, { id, memory, pageSize }: InstanceCell, rules: NumaRules): readonly PagePool[] {
  const size = pageSize || (rules.smallPagesAreMemory ? smallestPages(cell)?.sizeKb : null)
  if (size === undefined) {
    const message = `NUMA cell ${id} has no mempages: Nova cannot tell which pages the claim takes`
    throw fault('PAGE_SIZES_UNKNOWN', message, { cell: id, novaError: 'IndexError' })
  }
  const pages = cell.pages.map((pool) => {
    if (pool.sizeKb !== size) return pool
    return Object.freeze({ ...pool, used: Math.max(0, Math.floor(pool.used + pagesFor(memory, size))) })
  })
  return Object.freeze(pages)
}

function withPins(cell: HostCell, guest: InstanceCell, rules: NumaRules): readonly number[] {
  const chosen = guest.cpuPinning.map(([, cpu]) => cpu)
  if (chosen.length === 0 && !(rules.ownersOfNothingFit && ownedCpus(guest, rules).length === 0)) {
    throw pinningFault(`NUMA cell ${cell.id}: the instance was never given CPUs there`, cell, [], 'AttributeError')
  }
  const pinned = new Set([...chosen, ...guest.reservedCpus])
  const isolates = rules.ownedCpusAreApart && guest.cpuThreadPolicy === 'isolate'
  const cpus = isolates ? cell.siblings.filter((core) => core.some((cpu) => pinned.has(cpu))).flat() : [...pinned]
  const unknown = rules.ownedCpusAreApart ? cpus.filter((cpu) => !cell.pcpuset.includes(cpu)) : []
  if (unknown.length > 0) {
    const message = `NUMA cell ${cell.id}: CPUs ${unknown.join(', ')} are not among those that can be owned`
    throw pinningFault(message, cell, unknown, 'CPUPinningUnknown')
  }
  const taken = cpus.filter((cpu) => cell.pinnedCpus.includes(cpu))
  if (taken.length > 0) {
    const message = `NUMA cell ${cell.id}: CPUs ${taken.join(', ')} are pinned to another instance`
    throw pinningFault(message, cell, taken, 'CPUPinningInvalid')
  }
  return numberSet([...cell.pinnedCpus, ...cpus])
}

function pinningFault(message: string, { id }: HostCell, cpus: readonly number[], novaError: string): Error {
  return fault('CPU_PINNING_INVALID', message, { cell: id, cpus, novaError })
}
