/** Words that decisions depend on, or that tell nobody anything: they stay wherever they stand by themselves. */
const WORDS: ReadonlySet<string> = new Set(
  `
  true false yes no on off none null any all default unknown required forbidden preferred allowed
  prefer require isolate dedicated shared mixed affinity anti-affinity soft-affinity soft-anti-affinity
  linux windows ssd hdd nvme sata sas large small medium
  nova internal nova-compute compute kvm qemu xen lxc vmware hyperv ironic baremetal hvm x86_64 i686 aarch64 ppc64le s390x
  aggregate_instance_extra_specs capabilities availability_zone filter_tenant_id instance_type num_proj
  cpu_allocation_ratio ram_allocation_ratio disk_allocation_ratio max_instances_per_host max_io_ops_per_host
  num_instances io_workload cpu_info hypervisor_type hypervisor_version hypervisor_hostname host nodename host_ip
  vcpus_total vcpus_used total_usable_ram_mb free_ram_mb total_usable_disk_gb free_disk_mb disk_mb_used num_io_ops
  stats service metrics limits instances aggregates supported_instances numa_topology pci_stats updated disabled_reason
  `
    .trim()
    .split(/\s+/),
)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Ids that stand in a text: uuids, and what is as long without dashes. */
export const IDS = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})\b/gi
/** IPv4 addresses that stand in a text. */
export const ADDRESSES = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/g

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Whether a text is a word that stays, a number, or has no letter at all. */
export function isTechnicalWord(text: string): boolean {
  return WORDS.has(text.toLowerCase()) || NUMBER.test(text) || (!/\p{L}/u.test(text) && !UUID.test(text))
}

/** A text cut where words begin and end: words at even places, what stands between them at odd ones. */
export function wordsAndGaps(text: string): string[] {
  return text.split(/([^\p{L}\p{N}]+)/u)
}
