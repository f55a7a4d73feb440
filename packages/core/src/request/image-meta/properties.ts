import { CPU_POLICIES, THREAD_POLICIES } from '../numa/policies.ts'
import { PCI_NUMA_POLICIES } from '../pci/rules.ts'
import type { ImageTable, WordType } from './types.ts'

const oneOf = (...words: readonly string[]): WordType => ({ words })

const ARCHITECTURE: WordType = {
  noun: 'Architecture name',
  anyCase: true,
  words: (
    'alpha armv6 armv7l armv7b aarch64 cris i686 ia64 lm32 m68k microblaze microblazeel mips mipsel mips64 mips64el ' +
    'openrisc parisc parisc64 ppc ppcle ppc64 ppc64le ppcemb s390 s390x sh4 sh4eb sparc sparc64 unicore32 x86_64 ' +
    'xtensa xtensaeb'
  ).split(' '),
  spellings: { i386: 'i686', i486: 'i686', i586: 'i686', x86_32: 'i686', x86_32p: 'i686', amd64: 'x86_64' },
}

const HYPERVISOR_TYPE: WordType = {
  noun: 'Hypervisor virt type',
  anyCase: true,
  words: (
    'baremetal bhyve docker fake hyperv ironic kqemu kvm lxc lxd openvz parallels phyp qemu test uml vbox vz vmware ' +
    'xen zvm prsm'
  ).split(' '),
  spellings: { xapi: 'xen' },
}

const VM_MODE: WordType = {
  noun: 'Virtual machine mode',
  anyCase: true,
  words: ['hvm', 'xen', 'uml', 'exe'],
  spellings: { pv: 'xen', hv: 'hvm', baremetal: 'hvm' },
}

const SCSI_MODEL: WordType = {
  anyCase: true,
  words: ['buslogic', 'ibmvscsi', 'lsilogic', 'lsisas1068', 'lsisas1078', 'virtio-scsi', 'vmpvscsi'],
  spellings: { lsilogicsas: 'lsisas1068', paravirtual: 'vmpvscsi' },
}

const VIF_MODEL: WordType = {
  anyCase: true,
  words: 'virtio ne2k_pci pcnet rtl8139 e1000 e1000e netfront spapr-vlan lan9118 sriov vmxnet vmxnet3'.split(' '),
  spellings: {
    virtuale1000: 'e1000',
    virtuale1000e: 'e1000e',
    virtualpcnet32: 'pcnet',
    virtualsriovethernetcard: 'sriov',
    virtualvmxnet: 'vmxnet',
    virtualvmxnet3: 'vmxnet3',
  },
}

const BUS = oneOf('fdc', 'ide', 'sata', 'scsi', 'usb', 'virtio', 'xen', 'lxc', 'uml')

/** What a host says that it can run: architecture, hypervisor type and VM mode. */
export const MACHINE: readonly WordType[] = [ARCHITECTURE, HYPERVISOR_TYPE, VM_MODE]

/** The properties of images, with their current names and types. */
export const TYPED_IMAGES: ImageTable = Object.freeze<ImageTable>({
  hw_architecture: ARCHITECTURE,
  hw_emulation_architecture: ARCHITECTURE,
  hw_auto_disk_config: 'text',
  hw_boot_menu: 'boolean',
  hw_cdrom_bus: BUS,
  hw_cpu_cores: 'integer',
  hw_cpu_sockets: 'integer',
  hw_cpu_max_cores: 'integer',
  hw_cpu_max_sockets: 'integer',
  hw_cpu_max_threads: 'integer',
  hw_cpu_policy: oneOf(...CPU_POLICIES),
  hw_cpu_thread_policy: oneOf(...THREAD_POLICIES),
  hw_cpu_realtime_mask: 'text',
  hw_cpu_threads: 'integer',
  hw_device_id: 'integer',
  hw_disk_bus: BUS,
  hw_disk_type: 'text',
  hw_floppy_bus: BUS,
  hw_firmware_type: oneOf('uefi', 'bios'),
  hw_input_bus: oneOf('usb', 'virtio'),
  hw_ipxe_boot: 'boolean',
  hw_locked_memory: 'boolean',
  hw_machine_type: 'text',
  hw_mem_encryption: 'boolean',
  hw_mem_page_size: 'text',
  hw_numa_nodes: 'integer',
  hw_numa_cpus: 'cpu_sets',
  hw_numa_mem: 'integers',
  hw_pci_numa_affinity_policy: oneOf(...PCI_NUMA_POLICIES),
  hw_pointer_model: oneOf('usbtablet'),
  hw_pmu: 'boolean',
  hw_qemu_guest_agent: 'boolean',
  hw_rescue_bus: BUS,
  hw_rescue_device: oneOf('cdrom', 'disk', 'floppy', 'fs', 'lun'),
  hw_rng_model: oneOf('virtio'),
  hw_time_hpet: 'boolean',
  hw_serial_port_count: 'integer',
  hw_scsi_model: SCSI_MODEL,
  hw_video_model: oneOf('cirrus', 'qxl', 'vga', 'vmvga', 'xen', 'virtio', 'gop', 'none', 'bochs'),
  hw_video_ram: 'integer',
  hw_vif_model: VIF_MODEL,
  hw_viommu_model: oneOf('intel', 'smmuv3', 'virtio', 'auto'),
  hw_vm_mode: VM_MODE,
  hw_watchdog_action: oneOf('none', 'pause', 'poweroff', 'reset', 'disabled'),
  hw_vif_multiqueue_enabled: 'boolean',
  hw_tpm_model: oneOf('tpm-tis', 'tpm-crb'),
  hw_tpm_version: oneOf('1.2', '2.0'),
  hw_ephemeral_encryption: 'boolean',
  hw_ephemeral_encryption_format: oneOf('plain', 'luks', 'luksv2'),
  img_bittorrent: 'boolean',
  img_bdm_v2: 'boolean',
  img_block_device_mapping: 'maps',
  img_cache_in_nova: 'boolean',
  img_compression_level: 'integer',
  img_hv_requested_version: 'strict_predicate',
  img_hv_type: HYPERVISOR_TYPE,
  img_config_drive: oneOf('optional', 'mandatory'),
  img_linked_clone: 'boolean',
  img_mappings: 'maps',
  img_owner_id: 'text',
  img_root_device_name: 'text',
  img_use_agent: 'boolean',
  img_version: 'integer',
  img_signature: 'text',
  img_signature_hash_method: oneOf('SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'),
  img_signature_certificate_uuid: 'uuid',
  img_signature_key_type: oneOf(
    'DSA',
    'ECC_SECP384R1',
    'ECC_SECP521R1',
    'ECC_SECT409K1',
    'ECC_SECT409R1',
    'ECC_SECT571K1',
    'ECC_SECT571R1',
    'RSA-PSS',
  ),
  img_hide_hypervisor_id: 'boolean',
  os_admin_user: 'text',
  os_command_line: 'text',
  os_distro: 'text',
  os_require_quiesce: 'boolean',
  os_secure_boot: oneOf('required', 'disabled', 'optional'),
  os_skip_agent_inject_files_at_boot: 'boolean',
  os_skip_agent_inject_ssh: 'boolean',
  os_type: { anyCase: true, words: ['linux', 'windows'] },
})

/** Old names of properties, in the order in which they are read, and their current ones. */
export const OLD_NAMES: readonly (readonly [old: string, current: string])[] = Object.entries({
  architecture: 'hw_architecture',
  owner_id: 'img_owner_id',
  vmware_disktype: 'hw_disk_type',
  vmware_image_version: 'img_version',
  vmware_ostype: 'os_distro',
  auto_disk_config: 'hw_auto_disk_config',
  ipxe_boot: 'hw_ipxe_boot',
  xenapi_device_id: 'hw_device_id',
  xenapi_image_compression_level: 'img_compression_level',
  vmware_linked_clone: 'img_linked_clone',
  xenapi_use_agent: 'img_use_agent',
  xenapi_skip_agent_inject_ssh: 'os_skip_agent_inject_ssh',
  xenapi_skip_agent_inject_files_at_boot: 'os_skip_agent_inject_files_at_boot',
  cache_in_nova: 'img_cache_in_nova',
  vm_mode: 'hw_vm_mode',
  bittorrent: 'img_bittorrent',
  mappings: 'img_mappings',
  block_device_mapping: 'img_block_device_mapping',
  bdm_v2: 'img_bdm_v2',
  root_device_name: 'img_root_device_name',
  hypervisor_version_requires: 'img_hv_requested_version',
  hypervisor_type: 'img_hv_type',
})
