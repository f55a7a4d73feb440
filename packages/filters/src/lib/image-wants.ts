import { compileStrictPredicate, fault, pythonStr, truthy } from '@nova-sched/core/plugin'
import type { DataMap, NovaSchedError, Rules } from '@nova-sched/core/plugin'
import { cached } from './cached.ts'
import { canonicalArchitecture, canonicalHypervisorType, canonicalVmMode } from './image-names.ts'
import { hypervisorVersionText } from './hypervisor-version.ts'

/** The properties by which an image asks for hosts; the version counts only beside one of the others. */
export interface MachineNames {
  readonly architecture: string
  readonly hypervisorType: string
  readonly vmMode: string
  readonly version: string
}

const AS_GIVEN: MachineNames = {
  architecture: 'architecture',
  hypervisorType: 'hypervisor_type',
  vmMode: 'vm_mode',
  version: 'hypervisor_version_requires',
}

const TYPED: MachineNames = {
  architecture: 'hw_architecture',
  hypervisorType: 'img_hv_type',
  vmMode: 'hw_vm_mode',
  version: 'img_hv_requested_version',
}

/** What the properties are called in the release in force. */
export function machineNames({ requestsAreTyped }: Pick<Rules, 'requestsAreTyped'>): MachineNames {
  return requestsAreTyped ? TYPED : AS_GIVEN
}

/**
 * The machine that an image asks for, in Nova's names: architecture, hypervisor type and VM mode, as far as it names them.
 *
 * @param defaultArchitecture - of images that name none; null: any will do
 * @throws ARCHITECTURE_UNKNOWN, HYPERVISOR_TYPE_UNKNOWN, VM_MODE_UNKNOWN, ATTRIBUTE_MISSING for what Nova breaks on in
 * properties that are not typed
 */
export function wantedMachine(
  properties: DataMap,
  names: MachineNames,
  defaultArchitecture: string | null,
): readonly string[] {
  const architecture = properties[names.architecture] ?? defaultArchitecture
  const [hypervisorType, vmMode] = [properties[names.hypervisorType], properties[names.vmMode]]
  const wanted =
    names === TYPED
      ? [architecture, hypervisorType, vmMode]
      : [canonicalArchitecture(architecture), canonicalHypervisorType(hypervisorType), canonicalVmMode(vmMode)]
  return wanted.filter((name) => typeof name === 'string')
}

/** The hypervisor version that an image asks for: its text, and the test, which throws what is told there. */
export interface WantedVersion {
  readonly text: string
  /** @throws VALUE_MALFORMED when the predicate or the host's version is malformed */
  readonly isMet: (version: number) => boolean
}

/** The hypervisor version that an image asks for; null when it asks for none. */
export function wantedVersion(
  properties: DataMap,
  { version }: MachineNames,
  { python }: Pick<Rules, 'python'>,
): WantedVersion | null {
  const wanted = properties[version]
  if (!truthy(wanted)) return null
  const text = pythonStr(wanted, python)
  const predicate = compileStrictPredicate(text, python)
  return {
    text,
    isMet: cached((number: number) => {
      const version = hypervisorVersionText(number)
      if (predicate === null) throw malformedPredicate(text)
      return predicate(version)
    }),
  }
}

function malformedPredicate(text: string): NovaSchedError {
  const message =
    `${JSON.stringify(text)} is not a version predicate: write comparisons with <, <=, >, >=, == or != and a version ` +
    'of two or three numbers, such as ">=2.1,<3.0"'
  return fault('VALUE_MALFORMED', message, { predicate: text })
}
