import { pythonEquals } from '../python/compare.ts'
import type { HostTopology } from '../numa/topology.ts'
import type { DataMap } from '../request.ts'
import { isTrueWord } from '../true-word.ts'
import { freePciDevices } from './count.ts'
import type { PciPool, PciRequest } from './pool.ts'
import type { PciRules } from './rules.ts'

/** Where on a host an instance sits, which its devices must be near to. */
export interface PciPlace {
  /** Ids of host cells; null, or none: nowhere in particular. */
  readonly cells: readonly number[] | null
  /** The host's cells, which tell its sockets. */
  readonly topology: HostTopology | null
}

/** One request, and what its devices are held against. */
export interface PciQuestion {
  readonly request: PciRequest
  readonly place: PciPlace
  readonly rules: PciRules
}

/** For an instance that sits nowhere in particular. */
export const PCI_ANYWHERE: PciPlace = Object.freeze({ cells: null, topology: null })

/** Keeps the pools that may serve a request, in the order in which they serve. */
export type Sieve = (pools: readonly PciPool[], question: PciQuestion) => readonly PciPool[]

/** What a pool must pass, one after the other: each is asked of the pools that the one before has left. */
export const SIEVES = { properties: withProperties, place: nearEnough, kind: ofKind }

/** The pools that may serve a request, in the order in which they serve. */
export function servingPools(pools: readonly PciPool[], question: PciQuestion): readonly PciPool[] {
  return Object.values(SIEVES).reduce((left, sieve) => sieve(left, question), pools)
}

function withProperties(pools: readonly PciPool[], { request, rules }: PciQuestion): readonly PciPool[] {
  return pools.filter((pool) =>
    request.spec.some((wanted) => Object.entries(wanted).every(([name, value]) => isSo(pool, name, value, rules))),
  )
}

/** Whether a pool has a property with a value; one that it lacks is null. */
export function isSo(pool: PciPool, name: string, value: unknown, { textIgnoresCase }: PciRules): boolean {
  const found = propertyOf(pool, name)
  if (textIgnoresCase && typeof found === 'string' && typeof value === 'string')
    return found.toLowerCase() === value.toLowerCase()
  return pythonEquals(found, value)
}

/** A property of a pool, where Nova keeps its count and place too; null when it has none of that name. */
export function propertyOf({ count, numaNode, properties }: PciPool, name: string): unknown {
  if (name === 'count') return count
  return name === 'numa_node' ? numaNode : (properties[name] ?? null)
}

/**
 * From near to far: on the cells of the instance; of unknown place (`legacy`), or on the same socket (`socket`);
 * anywhere (`preferred`). Each step is taken only when the one before has too few devices, and the policy allows it.
 * Devices count here before the next sieve looks at their kind, as in Nova.
 */
function nearEnough(pools: readonly PciPool[], question: PciQuestion): readonly PciPool[] {
  const { request, place, rules } = question
  const { cells, topology } = place
  if (cells === null || cells.length === 0) return pools
  const on = (places: readonly (number | null)[]): readonly PciPool[] => {
    return pools.filter(({ numaNode }) => places.includes(numaNode))
  }
  const suffice = (kept: readonly PciPool[]): boolean => freePciDevices(kept) >= request.count
  const nearOrUnknown = on([...cells, null])
  if (!rules.requestsHaveNumaPolicies) return nearOrUnknown

  const policy = request.numaPolicy ?? 'legacy'
  const near = on(cells)
  if (policy === 'required' || suffice(near)) return near
  if (policy === 'socket') return on(cellsOfSockets(cells, topology))
  if (policy === 'legacy' || suffice(nearOrUnknown)) return nearOrUnknown
  return [...nearOrUnknown, ...pools.filter((pool) => !nearOrUnknown.includes(pool))]
}

/** The host cells that share a socket with one of these; none when a host cell's socket is not known. */
function cellsOfSockets(cells: readonly number[], topology: HostTopology | null): readonly number[] {
  const all = topology?.cells ?? []
  if (all.some(({ socket }) => socket === null)) return []
  const sockets = new Set(all.filter(({ id }) => cells.includes(id)).map(({ socket }) => socket))
  return all.filter(({ socket }) => sockets.has(socket)).map(({ id }) => id)
}

function ofKind(pools: readonly PciPool[], { request, rules }: PciQuestion): readonly PciPool[] {
  return rules.specialDevicesMustBeAsked ? pools.filter((pool) => unaskedKind(pool, request) === null) : pools
}

/** Kinds of devices that must be asked for; the same property marks the device and the wish. */
const KINDS: Readonly<Record<string, (properties: DataMap) => boolean>> = {
  'physical function': ({ dev_type }) => dev_type === 'type-PF',
  'vDPA device': ({ dev_type }) => dev_type === 'vdpa',
  'remotely managed device': ({ remote_managed }) => isTrueWord(String(remote_managed)),
}

/** The kind of a pool's devices that a request would have to ask for, and does not; null when there is none. */
export function unaskedKind({ properties }: PciPool, { spec }: PciRequest): string | null {
  const unasked = Object.entries(KINDS).find(([, isIt]) => isIt(properties) && !spec.some(isIt))
  return unasked?.[0] ?? null
}
