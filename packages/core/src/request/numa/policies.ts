import type { CpuPolicy, CpuThreadPolicy, InstanceTopology } from '../../plugin/numa/topology.ts'
import { flavorText, imageText, type NumaAsk } from './ask.ts'
import { forbidden, invalid } from './refusal.ts'

/** Where the threads of the emulator run. */
export type EmulatorThreadsPolicy = NonNullable<InstanceTopology['emulatorThreadsPolicy']>

/** All CPU policies, in the order in which Nova lists them. */
export const CPU_POLICIES: readonly CpuPolicy[] = ['dedicated', 'shared', 'mixed']
/** Likewise, thread policies. */
export const THREAD_POLICIES: readonly CpuThreadPolicy[] = ['prefer', 'isolate', 'require']
/** Likewise, policies of emulator threads. */
export const EMULATOR_POLICIES: readonly EmulatorThreadsPolicy[] = ['share', 'isolate']

const FORBIDDEN_TO_IMAGE: Readonly<Record<CpuPolicy, readonly string[]>> = {
  dedicated: [],
  mixed: ['dedicated'],
  shared: ['dedicated', 'mixed'],
}

/**
 * Whether an instance is pinned as a whole, in releases without other policies. Only `dedicated` and `shared` of the
 * flavor are heard; any other text leaves it to the image.
 *
 * @throws NUMA_CONSTRAINT_FORBIDDEN when the image wants `dedicated` and the flavor `shared`
 */
export function wantsPinning(ask: NumaAsk): boolean {
  const [flavor, image] = [flavorText(ask, 'cpu_policy'), imageText(ask, 'cpu_policy')]
  if (flavor === 'dedicated') return true
  if (flavor === 'shared' && image === 'dedicated') throw pinningForbidden()
  return image === 'dedicated'
}

/**
 * The CPU policy: the flavor's, else the image's.
 *
 * @throws NUMA_CONSTRAINT_INVALID for an unknown policy, NUMA_CONSTRAINT_FORBIDDEN when the image wants more pinned CPUs
 * than the flavor gives
 */
export function cpuPolicy(ask: NumaAsk): CpuPolicy | null {
  const unknown = { novaError: 'InvalidCPUAllocationPolicy', text: 'CPU policy requested' }
  const { flavor, image } = policiesOf(ask, 'cpu_policy', CPU_POLICIES, unknown)
  if (!flavor) return image || null
  if (image && FORBIDDEN_TO_IMAGE[flavor].includes(image)) throw pinningForbidden()
  return flavor
}

/**
 * The thread policy. The flavor's `prefer` wins over any of the image; its empty text stays, and only a cell breaks on
 * it.
 *
 * @throws NUMA_CONSTRAINT_INVALID for an unknown policy, NUMA_CONSTRAINT_FORBIDDEN when the image differs
 */
export function cpuThreadPolicy(ask: NumaAsk): CpuThreadPolicy | '' | null {
  const unknown = { novaError: 'InvalidCPUThreadAllocationPolicy', text: 'CPU thread policy requested' }
  const { flavor, image } = policiesOf(ask, 'cpu_thread_policy', THREAD_POLICIES, unknown)
  if (flavor === null || flavor === 'prefer') return flavor ?? image
  if (!image || image === flavor) return flavor
  const text =
    "Image property 'hw_cpu_thread_policy' is not permitted to override CPU thread pinning policy set against the flavor"
  throw forbidden('ImageCPUThreadPolicyForbidden', text, ['hw:cpu_thread_policy'])
}

/**
 * The flavor's policy for the threads of the emulator.
 *
 * @throws NUMA_CONSTRAINT_INVALID for an unknown policy
 */
export function emulatorThreadsPolicy(ask: NumaAsk): EmulatorThreadsPolicy | null {
  const text = flavorText(ask, 'emulator_threads_policy')
  if (!text) return null
  const policy = EMULATOR_POLICIES.find((known) => known === text)
  if (policy !== undefined) return policy
  const problem = `CPU emulator threads option requested is invalid, ${givenAndAvailable(text, EMULATOR_POLICIES)}`
  throw invalid('InvalidEmulatorThreadsPolicy', problem, ['hw:emulator_threads_policy'])
}

function policiesOf<P extends string>(
  ask: NumaAsk,
  name: string,
  policies: readonly P[],
  unknown: { readonly novaError: string; readonly text: string },
): { readonly flavor: P | '' | null; readonly image: P | '' | null } {
  const check = (text: string | null, source: string, setting: string): P | '' | null => {
    if (text === null || text === '') return text
    const policy = policies.find((known) => known === text)
    if (policy !== undefined) return policy
    const problem = `${unknown.text} from '${source}' is invalid, ${givenAndAvailable(text, policies)}`
    throw invalid(unknown.novaError, problem, [setting])
  }
  return {
    flavor: check(flavorText(ask, name), 'flavor extra specs', `hw:${name}`),
    image: check(imageText(ask, name), 'image properties', `hw_${name}`),
  }
}

function givenAndAvailable(text: string, policies: readonly string[]): string {
  return `given: '${text}', available: '(${policies.map((policy) => `'${policy}'`).join(', ')})'.`
}

function pinningForbidden(): Error {
  const text = "Image property 'hw_cpu_policy' is not permitted to override CPU pinning policy set against the flavor"
  return forbidden('ImageCPUPinningForbidden', text, ['hw:cpu_policy'])
}
