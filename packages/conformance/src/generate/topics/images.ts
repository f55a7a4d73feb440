import { enable, setOption, tagAggregates, type Draft, type RequestDraft } from '../draft.ts'

const VERSIONS = ['>=2.1', '>=2.0,<6.3', '==2.1.2', '!=4.2.1', '<5.5', '> 6.2 , < 8', '>=3.0', '<=6.7.0']
const ODD_VERSIONS = ['2.1.2', '>=2.1.2a1', '>>2', '', '>=2.1.2.3', '>=1,']

/** What the image says of its machine; the old names and spellings as well. */
export function images(draft: Draft): void {
  const { dice, requests } = draft
  enable(draft, 'ImagePropertiesFilter')
  if (dice.chance(0.2)) {
    const value = dice.pick(['x86_64', 'aarch64', 'i686'])
    setOption(draft, 'filter_scheduler', 'image_properties_default_architecture', value)
  }
  for (const request of requests) describeMachine(draft, request)
}

function describeMachine({ dice }: Draft, { request_spec: { image } }: RequestDraft): void {
  if (image === null) return
  const old = dice.chance(0.5)
  const say = (name: string, oldName: string, values: readonly string[]): void => {
    image.properties[old ? oldName : name] = dice.pick(values)
  }
  if (dice.chance(0.6))
    say('hw_architecture', 'architecture', ['x86_64', 'x86_64', 'aarch64', 'i686', 'i386', 'AMD64', 'ppc64'])
  if (dice.chance(0.4))
    say('img_hv_type', 'hypervisor_type', ['kvm', 'qemu', 'QEMU', 'xen', 'xapi', 'vmware', 'hyperv', 'lxc', 'ironic'])
  if (dice.chance(0.4)) say('hw_vm_mode', 'vm_mode', ['hvm', 'HVM', 'xen', 'exe', 'pv', 'hv', 'baremetal'])
  if (dice.chance(0.4))
    say('img_hv_requested_version', 'hypervisor_version_requires', dice.chance(0.9) ? VERSIONS : ODD_VERSIONS)
  if (dice.chance(0.04)) say('hw_architecture', 'architecture', ['vax', '', 'x86'])
}

/** Properties with the texts that a typed value becomes when it is compared. */
const PROPERTIES: readonly (readonly [name: string, asked: readonly string[], told: readonly string[]])[] = [
  ['os_distro', ['ubuntu', 'windows', 'CentOS'], ['ubuntu', 'windows', 'centos']],
  ['os_version', ['22.04', '10'], ['22.04', '10', '22']],
  ['hw_disk_bus', ['virtio', 'scsi', 'ide'], ['virtio', 'scsi', 'VIRTIO']],
  ['hw_cpu_cores', ['2', '04', '0'], ['2', '4', '04', '0']],
  ['hw_vif_multiqueue_enabled', ['true', 'yes', 'no', '1'], ['True', 'true', 'False']],
  ['hw_machine_type', ['pc', 'q35'], ['pc', 'q35']],
  ['hw_video_ram', ['16', ' 8'], ['16', '8']],
  ['hw_numa_nodes', ['1', '2'], ['1', '2']],
  ['hw_cpu_policy', ['shared', 'dedicated'], ['shared', 'dedicated']],
  ['hw_qemu_guest_agent', ['yes', 'off'], ['True', 'False', 'yes']],
  ['hw_firmware_type', ['uefi', 'bios'], ['uefi', 'bios']],
  ['os_require_quiesce', ['yes', 'false'], ['True', 'False']],
  ['os_type', ['linux', 'windows'], ['linux', 'windows']],
  ['img_config_drive', ['mandatory', 'optional'], ['mandatory', 'optional']],
  ['hw_rng_model', ['virtio'], ['virtio', 'none']],
  ['made_up', ['x'], ['x', 'y']],
]

/** Aggregates that are kept for images of some properties. */
export function imageIsolation(draft: Draft): void {
  const { dice, requests } = draft
  enable(draft, 'AggregateImagePropertiesIsolation')
  const chosen = dice.some(PROPERTIES, 1, 3)
  tagAggregates(draft, () => Object.fromEntries(dice.some(chosen).map(([name, , told]) => [name, textOf(draft, told)])))
  if (dice.chance(0.3)) {
    setOption(draft, 'filter_scheduler', 'aggregate_image_properties_isolation_namespace', dice.pick(['hw', 'os', 'x']))
    if (dice.chance(0.6))
      setOption(draft, 'filter_scheduler', 'aggregate_image_properties_isolation_separator', dice.pick(['_', '.', '_']))
  }
  for (const { request_spec: spec } of requests)
    for (const [name, asked] of dice.some(chosen))
      if (spec.image !== null) spec.image.properties[name] = dice.pick(asked)
}

function textOf({ dice }: Draft, told: readonly string[]): string {
  return dice.chance(0.2) ? dice.some(told, 1).join(dice.pick([',', ', '])) : dice.pick(told)
}
