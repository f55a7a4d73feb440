import type { InstanceCell, InstanceTopology } from '../../plugin/numa/topology.ts'
import type { DataMap } from '../../plugin/request.ts'
import { dataMap, deepFreeze } from '../../util/freeze.ts'
import type { NumaConstraintRules } from './rules.ts'

/**
 * A topology as Nova's request carries it: the value of `instance_properties.numa_topology`, frozen.
 *
 * Early releases know the CPUs of a cell and whether they are pinned (`cpu_pinning_raw` is not null); later ones tell
 * shared and pinned CPUs apart, and name policies. Where pinned CPUs already have their place, it is in `cpu_pinning_raw`.
 */
export function novaNumaTopology(topology: InstanceTopology, { cpuDemand }: NumaConstraintRules): DataMap {
  const { cells, emulatorThreadsPolicy } = topology
  if (cpuDemand === 'pinned_or_not') return deepFreeze({ cells: cells.map(wholeCell) })
  return deepFreeze({ cells: cells.map(splitCell), emulator_threads_policy: emulatorThreadsPolicy })
}

function wholeCell(cell: InstanceCell): DataMap {
  return {
    id: cell.id,
    cpuset: [...cell.cpuset, ...cell.pcpuset].sort((a, b) => a - b),
    memory: cell.memory,
    pagesize: cell.pageSize,
    cpu_pinning_raw: cell.cpuPolicy === 'dedicated' ? pinning(cell) : null,
  }
}

function splitCell(cell: InstanceCell): DataMap {
  return {
    id: cell.id,
    cpuset: [...cell.cpuset],
    pcpuset: [...cell.pcpuset],
    memory: cell.memory,
    pagesize: cell.pageSize,
    cpu_policy: cell.cpuPolicy,
    cpu_thread_policy: cell.cpuThreadPolicy,
    cpuset_reserved: cell.reservedCpus.length > 0 ? [...cell.reservedCpus] : null,
    ...(cell.cpuPinning.length > 0 ? { cpu_pinning_raw: pinning(cell) } : {}),
  }
}

function pinning({ cpuPinning }: InstanceCell): DataMap {
  return dataMap(cpuPinning.map(([guest, host]) => [String(guest), host]))
}
