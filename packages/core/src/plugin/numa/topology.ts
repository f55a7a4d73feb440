/** Pages of one size on a host cell, in numbers of pages. */
export interface PagePool {
  readonly sizeKb: number
  readonly total: number
  readonly used: number
  /** Kept for the host itself. */
  readonly reserved: number
}

/** One NUMA node of a host. Memory in MiB. */
export interface HostCell {
  readonly id: number
  /** The socket that it sits on; null when not known. */
  readonly socket: number | null
  /** CPUs for instances that share them; before dedicated CPUs had a list of their own, all CPUs. */
  readonly cpuset: readonly number[]
  /** CPUs for instances that own theirs; empty in releases that have no list of them. */
  readonly pcpuset: readonly number[]
  readonly memory: number
  /** Virtual CPUs of the instances on it. */
  readonly cpuUsage: number
  readonly memoryUsage: number
  readonly pages: readonly PagePool[]
  /** Hardware threads by core; empty when not known. */
  readonly siblings: readonly (readonly number[])[]
  readonly pinnedCpus: readonly number[]
}

/** The NUMA nodes of a host. */
export interface HostTopology {
  readonly cells: readonly HostCell[]
}

/** How an instance gets its CPUs. */
export type CpuPolicy = 'shared' | 'dedicated' | 'mixed'

/** How an instance that owns its CPUs uses hardware threads. */
export type CpuThreadPolicy = 'prefer' | 'isolate' | 'require'

/** What the guest sees of its CPUs. */
export interface CpuTopology {
  readonly sockets: number
  readonly cores: number
  readonly threads: number
}

/** One NUMA node that an instance asks for, or was given. Memory in MiB; CPUs are numbers of the guest. */
export interface InstanceCell {
  /** Its number; once it is placed, the id of the host cell. */
  readonly id: number
  /** CPUs that share the host's. */
  readonly cpuset: readonly number[]
  /** CPUs that own theirs. */
  readonly pcpuset: readonly number[]
  readonly memory: number
  /** KiB; -1 small, -2 large, -3 any, null not asked for. */
  readonly pageSize: number | null
  readonly cpuPolicy: CpuPolicy | null
  readonly cpuThreadPolicy: CpuThreadPolicy | null
  /** Pairs of guest CPU and host CPU; empty: asked for, not placed yet. */
  readonly cpuPinning: readonly (readonly [guest: number, host: number])[]
  readonly cpuTopology: CpuTopology | null
  /** Host CPUs taken for emulator threads. */
  readonly reservedCpus: readonly number[]
}

/** The NUMA nodes that an instance asks for, or was given. */
export interface InstanceTopology {
  readonly cells: readonly InstanceCell[]
  readonly emulatorThreadsPolicy: 'share' | 'isolate' | null
}

/** How far cells are given out beyond what they have; absent where nobody set limits. */
export interface NumaLimits {
  readonly cpuAllocationRatio: number
  readonly ramAllocationRatio: number
}
