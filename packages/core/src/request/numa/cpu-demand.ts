import type { CpuPolicy, CpuThreadPolicy } from '../../plugin/numa/topology.ts'
import type { NumaAsk } from './ask.ts'
import { numbersBelow } from './cpu-list.ts'
import { dedicatedCpus, realtimeCpus } from './cpu-masks.ts'
import { policyFromResources, threadPolicyFromTrait } from './implied-demand.ts'
import { cpuPolicy, cpuThreadPolicy, emulatorThreadsPolicy, type EmulatorThreadsPolicy } from './policies.ts'
import { invalid } from './refusal.ts'

/** How an instance wants its CPUs. */
export interface CpuDemand {
  readonly policy: CpuPolicy | null
  /** The empty text is Nova's: only a cell breaks on it. */
  readonly threadPolicy: CpuThreadPolicy | '' | null
  readonly emulatorThreadsPolicy: EmulatorThreadsPolicy | null
  /** The guest's CPUs that own theirs. */
  readonly pinned: readonly number[]
}

/** What the flavor and the image ask for by name, before it is held against each other. */
interface Asked extends Omit<CpuDemand, 'pinned'> {
  readonly realtime: readonly number[] | null
  readonly dedicated: readonly number[] | null
}

/**
 * Policies, masks, resources and traits as one demand, each checked alone and then against the others, in Nova's order.
 *
 * @throws NUMA_CONSTRAINT_INVALID, NUMA_CONSTRAINT_FORBIDDEN: the first in that order
 */
export function cpuDemand(ask: NumaAsk): CpuDemand {
  const named = cpuPolicy(ask)
  const namedThreads = cpuThreadPolicy(ask)
  const realtime = realtimeCpus(ask)
  const dedicated = dedicatedCpus(ask)
  const emulator = emulatorThreadsPolicy(ask)
  const policy = policyFromResources(ask, named, emulator)
  const threadPolicy = threadPolicyFromTrait(ask, namedThreads)
  const asked: Asked = { policy, threadPolicy, emulatorThreadsPolicy: emulator, realtime, dedicated }
  return { policy, threadPolicy, emulatorThreadsPolicy: emulator, pinned: pinnedCpus(asked, ask.flavor.vcpus) }
}

function pinnedCpus(asked: Asked, vcpus: number): readonly number[] {
  const { policy, realtime, dedicated } = asked
  if (policy === 'mixed') {
    if ((realtime === null) === (dedicated === null)) throw neitherOrBothMasks()
    return dedicated ?? realtime ?? []
  }
  if (policy === 'dedicated') {
    if (dedicated !== null) throw maskWithoutMixed()
    return numbersBelow(vcpus)
  }
  checkUnpinned(asked)
  return []
}

function checkUnpinned({ threadPolicy, emulatorThreadsPolicy: emulator, realtime, dedicated }: Asked): void {
  if (threadPolicy) {
    const text = 'Cannot set cpu thread pinning policy in a non dedicated cpu pinning policy'
    throw invalid('CPUThreadPolicyConfigurationInvalid', text, ['hw:cpu_thread_policy', 'hw:cpu_policy'])
  }
  if (emulator === 'isolate') {
    const text = 'An isolated CPU emulator threads option requires a dedicated CPU policy option.'
    throw invalid('BadRequirementEmulatorThreadsPolicy', text, ['hw:emulator_threads_policy', 'hw:cpu_policy'])
  }
  if (dedicated !== null) throw maskWithoutMixed()
  if (realtime === null) return
  const text = 'Cannot set realtime policy in a non dedicated cpu pinning policy'
  throw invalid('RealtimeConfigurationInvalid', text, ['hw:cpu_realtime', 'hw:cpu_policy'])
}

function maskWithoutMixed(): Error {
  const text = "Cannot specify 'hw:cpu_dedicated_mask' without the 'mixed' policy."
  return invalid('RequiredMixedInstancePolicy', text, ['hw:cpu_dedicated_mask', 'hw:cpu_policy'])
}

function neitherOrBothMasks(): Error {
  const text =
    "Dedicated CPU set can be specified from either 'hw:cpu_dedicated_mask' or 'hw:cpu_realtime_mask' when using 'mixed' CPU policy. 'hw:cpu_dedicated_mask' and 'hw:cpu_realtime_mask' can not be specified at the same time, or be specified with none of them."
  return invalid('RequiredMixedOrRealtimeCPUMask', text, ['hw:cpu_dedicated_mask', 'hw:cpu_realtime'])
}
