import type { CpuThreadPolicy, InstanceTopology } from '../../plugin/numa/topology.ts'
import { deepFreeze } from '../../util/freeze.ts'
import { wholeNumber, type NumaAsk } from './ask.ts'
import type { CellShare } from './cells.ts'
import { cpuDemand, type CpuDemand } from './cpu-demand.ts'
import { numbersBelow } from './cpu-list.ts'
import { asksForPersistentMemory, checkLockedMemory } from './memory-demand.ts'
import { eitherSide, nodeCount } from './node-count.ts'
import { cellsByKey, cellsByList } from './node-lists.ts'
import { pageSize } from './page-size.ts'
import { wantsPinning } from './policies.ts'
import { malformed } from './refusal.ts'

/**
 * The NUMA nodes that a flavor and an image ask for, as Nova's API works them out when an instance is created. Checks
 * come in Nova's order; the first that fails ends it.
 *
 * Frozen all the way down. CPUs are ascending numbers of the guest, memory MiB.
 * @returns null when nothing asks for any; a topology may have no cells, for a negative number of nodes in early releases
 * @throws NUMA_CONSTRAINT_INVALID, NUMA_CONSTRAINT_FORBIDDEN, VALUE_MALFORMED (Nova breaks on it); each with the class of
 * Nova's exception in `details.novaError`. REQUEST_INVALID for a value that is no text where Nova has texts
 */
export function numaConstraints(ask: NumaAsk): InstanceTopology | null {
  return deepFreeze(ask.rules.cpuDemand === 'by_policy' ? byPolicy(ask) : pinnedOrNot(ask))
}

function pinnedOrNot(ask: NumaAsk): InstanceTopology | null {
  const nodes = eitherSide(ask, 'numa_nodes')
  const size = pageSize(ask)
  const asksForNodes = nodes !== null && nodes.text !== ''
  // Python's `or`: a count of zero is one node.
  const count = asksForNodes ? wholeNumber(nodes.text, nodes.setting, ask) || 1 : 1
  const shares = asksForNodes || size !== null ? cellsByKey(count, ask) : null
  if (!wantsPinning(ask)) return shares === null ? null : topologyOf(shares, size, UNPINNED)
  const { vcpus, memoryMb } = ask.flavor
  const pinned = numbersBelow(vcpus)
  const demand: CpuDemand = { ...UNPINNED, policy: 'dedicated', pinned }
  if (shares !== null && shares.length > 0) return topologyOf(shares, size, demand)
  // Without a node to pin, Nova makes one, and forgets the page size.
  return topologyOf([{ cpus: pinned, memory: memoryMb }], null, demand)
}

const UNPINNED: CpuDemand = Object.freeze({
  policy: null,
  threadPolicy: null,
  emulatorThreadsPolicy: null,
  pinned: Object.freeze([]),
})

function byPolicy(ask: NumaAsk): InstanceTopology | null {
  const demand = cpuDemand(ask)
  const nodes = nodeCount(ask)
  const size = pageSize(ask)
  checkLockedMemory(ask)
  const ownsCpus = demand.policy === 'dedicated' || demand.policy === 'mixed'
  if (nodes === null && !size && !asksForPersistentMemory(ask) && !ownsCpus) return null
  return topologyOf(cellsByList(nodes ?? 1, ask), size, demand)
}

function topologyOf(shares: readonly CellShare[], size: number | null, demand: CpuDemand): InstanceTopology {
  const pinned = new Set(demand.pinned)
  const shape = {
    // A size with a unit may be a fraction of a KiB; the zero is never negative.
    pageSize: size === null ? null : Math.trunc(size) + 0,
    cpuPolicy: demand.policy,
    cpuThreadPolicy: threadPolicyOfCells(demand),
    cpuPinning: [],
    cpuTopology: null,
    reservedCpus: [],
  }
  const cells = shares.map(({ cpus, memory }, id) => ({
    ...shape,
    id,
    cpuset: cpus.filter((cpu) => !pinned.has(cpu)),
    pcpuset: cpus.filter((cpu) => pinned.has(cpu)),
    memory,
  }))
  return { cells, emulatorThreadsPolicy: demand.emulatorThreadsPolicy }
}

function threadPolicyOfCells({ threadPolicy }: CpuDemand): CpuThreadPolicy | null {
  if (threadPolicy !== '') return threadPolicy
  throw malformed('ValueError', 'Field value  is invalid', ['hw:cpu_thread_policy'])
}
