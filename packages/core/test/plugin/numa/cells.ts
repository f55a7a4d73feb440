import { fitNuma } from '../../../src/plugin/numa/fit.ts'
import type { NumaQuestion } from '../../../src/plugin/numa/question.ts'
import { readHostTopology, type HostCellRecord } from '../../../src/plugin/numa/record.ts'
import { NUMA_ONE_CPU_LIST, NUMA_OWNED_CPUS_APART } from '../../../src/plugin/numa/rules.ts'
import type { HostTopology, InstanceTopology } from '../../../src/plugin/numa/topology.ts'
import { readNumaTopology } from '../../../src/request/numa/read-topology.ts'

/** Rules under test, by what tells them apart. */
export const ONE_LIST = NUMA_ONE_CPU_LIST
export const APART = NUMA_OWNED_CPUS_APART

/** Host cells of 4 CPUs in cores of 2 and 4096 MiB, all free; each record says what differs. */
export function hostOf(...cells: Partial<HostCellRecord>[]): HostTopology {
  const records = cells.map((cell, index) => {
    const cpus = [0, 1, 2, 3].map((cpu) => cpu + 4 * index)
    const siblings = [cpus.slice(0, 2), cpus.slice(2)]
    const mempages = [{ size_kb: 4, total: 1048576 }]
    return { id: index, cpuset: cpus, pcpuset: cpus, memory: 4096, mempages, siblings, ...cell }
  })
  return readHostTopology({ cells: records }) as HostTopology
}

/** What a cell of an instance is like, in the words of Nova's messages. */
interface GuestRecord {
  readonly id?: number
  readonly cpuset?: readonly number[]
  readonly pcpuset?: readonly number[]
  readonly memory?: number
  readonly pagesize?: number
  readonly cpu_policy?: string
  readonly cpu_thread_policy?: string
  readonly cpu_pinning_raw?: Readonly<Record<string, number>>
}

/** Cells of an instance of 512 MiB; each record says what else. */
export function instanceOf(...cells: GuestRecord[]): InstanceTopology {
  return isolatingInstance(null, ...cells)
}

/** The same with a policy for emulator threads. */
export function isolatingInstance(policy: 'share' | 'isolate' | null, ...cells: GuestRecord[]): InstanceTopology {
  const records = cells.map((cell, id) => ({ id, memory: 512, cpuset: [], ...cell }))
  return readNumaTopology({ cells: records, emulator_threads_policy: policy }) as InstanceTopology
}

/** A question without limits and PCI devices; `differs` says otherwise. */
export function question(
  host: HostTopology,
  instance: InstanceTopology,
  differs: Partial<NumaQuestion> = {},
): NumaQuestion {
  const devices = { pciNear: null, pciDevicesOn: () => 0 }
  return { host, instance, limits: null, packs: false, rules: APART, ...devices, ...differs }
}

/** The host cells that the cells of an instance go to; null when they do not fit. */
export function placesOf(...asked: Parameters<typeof question>): readonly number[] | null {
  return fitNuma(question(...asked))?.cells.map(({ id }) => id) ?? null
}

/** Host CPUs that a cell of a placed instance is pinned to. */
export function pinsOf(placed: InstanceTopology | null, cell = 0): readonly number[] {
  return placed?.cells[cell]?.cpuPinning.map(([, cpu]) => cpu) ?? []
}
