import type { CpuPolicy, CpuThreadPolicy } from '../../plugin/numa/topology.ts'
import { parseIntText } from '../../plugin/python.ts'
import { extraSpecTexts, type NumaAsk } from './ask.ts'
import type { EmulatorThreadsPolicy } from './policies.ts'
import { invalid } from './refusal.ts'

const VCPU = /^resources(?:[1-9][0-9]*)?:VCPU/
const PCPU = /^resources(?:[1-9][0-9]*)?:PCPU/
const HYPERTHREADING = /^trait(?:[1-9][0-9]*)?:HW_CPU_HYPERTHREADING/

/**
 * The CPU policy that follows from `resources:VCPU` or `resources:PCPU` of the flavor: keys that begin so, numbered or not.
 *
 * @param asked - the policy that is asked for by name
 * @returns `asked` without such keys, or when they add up to nothing
 * @throws NUMA_CONSTRAINT_INVALID when they come with a policy, with each other, or do not match the flavor's CPUs
 */
export function policyFromResources(
  ask: NumaAsk,
  asked: CpuPolicy | null,
  emulator: EmulatorThreadsPolicy | null,
): CpuPolicy | null {
  const [shared, pinned] = [sumOf(ask, VCPU), sumOf(ask, PCPU)]
  if (asked !== null && (shared !== 0 || pinned !== 0)) {
    const text =
      "It is not possible to use the 'resources:VCPU' or 'resources:PCPU' extra specs in combination with the 'hw:cpu_policy' extra spec or 'hw_cpu_policy' image metadata property; use one or the other"
    throw invalid('InvalidRequest', text, ['resources:VCPU', 'resources:PCPU'])
  }
  if (shared !== 0 && pinned !== 0) {
    const text =
      "It is not possible to specify both 'resources:VCPU' and 'resources:PCPU' extra specs; use one or the other"
    throw invalid('InvalidRequest', text, ['resources:VCPU', 'resources:PCPU'])
  }
  if (pinned !== 0) checkPinned(pinned, ask, emulator)
  if (shared !== 0) return 'shared'
  return pinned === 0 ? asked : 'dedicated'
}

/**
 * The thread policy that follows from a trait of hyperthreading, of the flavor or required by the image.
 *
 * @param asked - the policy that is asked for by name
 * @returns `asked` without such a trait
 * @throws NUMA_CONSTRAINT_INVALID when both are there
 */
export function threadPolicyFromTrait(ask: NumaAsk, asked: CpuThreadPolicy | '' | null): CpuThreadPolicy | '' | null {
  const trait = hyperthreadingTrait(ask)
  if (asked && trait) {
    const text =
      "It is not possible to use the 'trait:HW_CPU_HYPERTHREADING' extra spec in combination with the 'hw:cpu_thread_policy' extra spec or 'hw_cpu_thread_policy' image metadata property; use one or the other"
    throw invalid('InvalidRequest', text, ['hw:cpu_thread_policy'])
  }
  if (trait === 'forbidden') return 'isolate'
  return trait === 'required' ? 'require' : asked
}

function checkPinned(pinned: number, { flavor }: NumaAsk, emulator: EmulatorThreadsPolicy | null): void {
  const isolated = emulator === 'isolate'
  if (pinned === flavor.vcpus + (isolated ? 1 : 0)) return
  const text = isolated
    ? "You have requested 'hw:emulator_threads_policy=isolate' but have not requested sufficient PCPUs to handle this policy; you must allocate exactly flavor.vcpus + 1 PCPUs."
    : "There is a mismatch between the number of PCPUs requested via 'resourcesNN:PCPU' and the flavor); you must allocate exactly flavor.vcpus PCPUs"
  throw invalid('InvalidRequest', text, ['resources:PCPU'])
}

/** What is no whole number does not count: placement refuses it later. */
function sumOf(ask: NumaAsk, pattern: RegExp): number {
  return extraSpecTexts(ask)
    .filter(([key]) => pattern.test(key))
    .reduce((sum, [, text]) => sum + (parseIntText(text, ask.python) ?? 0), 0)
}

function hyperthreadingTrait(ask: NumaAsk): string | null {
  const ofFlavor = extraSpecTexts(ask).find(([key]) => HYPERTHREADING.test(key))
  if (ofFlavor) return ofFlavor[1]
  const required = ask.image?.['traits_required']
  return Array.isArray(required) && required.includes('HW_CPU_HYPERTHREADING') ? 'required' : null
}
