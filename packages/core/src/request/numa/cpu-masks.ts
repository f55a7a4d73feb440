import { stripSpace } from '../../plugin/python.ts'
import { isTrueWord } from '../../plugin/true-word.ts'
import { flavorText, imageText, type NumaAsk } from './ask.ts'
import { numbersBelow, parseCpuList } from './cpu-list.ts'
import { emulatorThreadsPolicy } from './policies.ts'
import { invalid } from './refusal.ts'

/**
 * The CPUs that run in real time: the image's mask before the flavor's, all without one.
 *
 * @returns null when the flavor does not ask for real time
 * @throws NUMA_CONSTRAINT_INVALID for a mask that leaves no CPU, none for anything else, or names CPUs that are not there;
 * also for an unknown policy of emulator threads, which is read here first
 */
export function realtimeCpus(ask: NumaAsk): readonly number[] | null {
  if (!isTrueWord(flavorText(ask, 'cpu_realtime') ?? '')) return null
  const image = imageText(ask, 'cpu_realtime_mask')
  const mask = image || flavorText(ask, 'cpu_realtime_mask')
  const setting = image ? 'hw_cpu_realtime_mask' : 'hw:cpu_realtime_mask'
  const { vcpus } = ask.flavor
  const cpus = mask ? masked(mask, setting, ask) : numbersBelow(vcpus)
  if (cpus.length === 0) throw noRealtimeMask(setting)
  const emulator = emulatorThreadsPolicy(ask)
  if (emulator === null && inFlavor(cpus, vcpus) && cpus.length === vcpus) throw noRealtimeMask(setting)
  if (inFlavor(cpus, vcpus)) return cpus
  const text =
    'Realtime policy vCPU(s) mask is configured with RT vCPUs that are not a subset of the vCPUs in the flavor. See hw:cpu_realtime_mask or hw_cpu_realtime_mask'
  throw invalid('RealtimeMaskNotFoundOrInvalid', text, [setting])
}

/**
 * The CPUs of `hw:cpu_dedicated_mask`, whatever the policy.
 *
 * @returns null without a mask
 * @throws NUMA_CONSTRAINT_INVALID for a mask that leaves no CPU pinned or none unpinned, or names CPUs that are not there
 */
export function dedicatedCpus(ask: NumaAsk): readonly number[] | null {
  const setting = 'hw:cpu_dedicated_mask'
  const mask = flavorText(ask, 'cpu_dedicated_mask')
  if (!mask) return null
  const cpus = masked(mask, setting, ask)
  const { vcpus } = ask.flavor
  const pinned = cpus.filter((cpu) => cpu < vcpus).length
  if (cpus.length === 0 || pinned === vcpus) {
    const text = "Mixed instance must have at least 1 pinned vCPU and 1 unpinned vCPU. See 'hw:cpu_dedicated_mask'."
    throw invalid('InvalidMixedInstanceDedicatedMask', text, [setting])
  }
  if (inFlavor(cpus, vcpus)) return cpus
  const text =
    'Mixed instance dedicated vCPU(s) mask is not a subset of vCPUs in the flavor. See "hw:cpu_dedicated_mask"'
  throw invalid('InvalidMixedInstanceDedicatedMask', text, [setting])
}

/** A mask that begins with an exclusion takes away from all CPUs. */
function masked(mask: string, setting: string, ask: NumaAsk): readonly number[] {
  const excludes = stripSpace(mask).startsWith('^')
  return parseCpuList(excludes ? `0-${ask.flavor.vcpus - 1},${mask}` : mask, setting, ask)
}

function inFlavor(cpus: readonly number[], vcpus: number): boolean {
  return (cpus.at(-1) ?? 0) < vcpus
}

function noRealtimeMask(setting: string): Error {
  const text = 'Use of realtime CPUs requires either one or more non-realtime CPU(s) or offloaded emulator threads.'
  return invalid('RealtimeMaskNotFoundOrInvalid', text, [setting])
}
