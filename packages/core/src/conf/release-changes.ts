/** A rule that changed in a release. What options are called, and their defaults, follows each release by itself. */
interface Change {
  readonly since: number
  readonly rule: string
}

const CHANGES: readonly Change[] = [
  {
    since: 12,
    rule: 'RamFilter and CoreFilter take the allocation ratio of the compute node, and reject a host that is too small in total',
  },
  { since: 12, rule: 'a single host that is left is not weighed' },
  { since: 12, rule: 'a service that is forced down is down, whatever is heard of it' },
  { since: 12, rule: 'AggregateTypeAffinityFilter reads comma-separated flavor names' },
  { since: 12, rule: 'AggregateMultiTenancyIsolation passes an aggregate that has the key without a value' },
  { since: 13, rule: 'hosts with a disabled service are candidates, and ComputeFilter rejects them' },
  {
    since: 13,
    rule: 'requests are objects: image properties are typed, hints are lists, and a server group is told whole',
  },
  { since: 13, rule: 'metrics have known names and whole numbers' },
  { since: 13, rule: 'SameHostFilter rejects a host without instances' },
  { since: 13, rule: 'DiskFilter takes the allocation ratio of the compute node; the Exact filters set limits' },
  { since: 13, rule: 'names of ignored and forced hosts are compared in any letter case' },
  { since: 13, rule: 'a claim that breaks is a warning, and every claim counts as an I/O operation' },
  { since: 13, rule: 'NUMATopologyFilter needs hyperthreads for the thread policy require' },
  { since: 13, rule: 'DiskWeigher and the soft affinity weighers are new' },
  { since: 14, rule: 'ServerGroupAntiAffinityFilter passes the host that the instance is on' },
  { since: 14, rule: 'ComputeCapabilitiesFilter ignores a key without scope that no host knows' },
  { since: 14, rule: 'DiskFilter rejects a host whose whole disk is too small' },
  { since: 14, rule: 'AggregateImagePropertiesIsolation skips keys that are no image properties' },
  { since: 15, rule: 'compute nodes without free_disk_gb are not read; PciPassthroughFilter passes an empty request' },
  { since: 16, rule: 'placement decides on CPU, RAM and disk; PCIWeigher is new' },
  { since: 17, rule: 'host states are built anew for every request, and alternates are chosen' },
  { since: 17, rule: 'most filters are skipped for a rebuild' },
  { since: 17, rule: 'TypeAffinityFilter and TrustedFilter are gone' },
  { since: 18, rule: 'ServerGroupAntiAffinityFilter counts the members on a host (max_server_per_host)' },
  {
    since: 18,
    rule: 'ImagePropertiesFilter knows a default architecture; IsolatedHostsFilter sees no image in a boot from volume',
  },
  {
    since: 18,
    rule: 'the Exact filters and IronicHostManager are gone; CPUWeigher, BuildFailureWeigher and request filters are new',
  },
  { since: 19, rule: 'aggregates set the multipliers of weighers; ChanceScheduler and CachingScheduler are gone' },
  {
    since: 20,
    rule: 'RamFilter, CoreFilter and DiskFilter are gone; request filters for image types, status and isolation are new',
  },
  {
    since: 21,
    rule: 'values are read, printed and compared as Python 3 does it: `1_000` is a number, and a text has no order with one',
  },
  { since: 21, rule: 'CrossCellWeigher is new; request filters for image properties and accelerators are new' },
  { since: 22, rule: 'raw weights are clamped, and extremes are not remembered between requests' },
  { since: 22, rule: 'RetryFilter and the Aggregate forms of RamFilter, CoreFilter and DiskFilter are gone' },
  { since: 23, rule: 'scheduler_driver is gone; a request filter for routed networks is new' },
  { since: 24, rule: 'the availability zone of a request with a forced host is kept only when the host is in it' },
  { since: 25, rule: 'a request filter for remote-managed ports is new' },
  { since: 27, rule: 'NUMATopologyFilter and PciPassthroughFilter look at each candidate of placement' },
  { since: 28, rule: 'AvailabilityZoneFilter is gone; HypervisorVersionWeigher and NumInstancesWeigher are new' },
  { since: 29, rule: 'physical address bits count in ComputeCapabilitiesFilter and ImagePropertiesFilter' },
  { since: 30, rule: 'AggregateMultiTenancyIsolation reads every key that starts with filter_tenant_id' },
  { since: 31, rule: 'ImagePropertiesWeigher is new; ImagePropertiesFilter takes one-part versions' },
  { since: 32, rule: 'a request filter for sound models is new' },
  { since: 33, rule: 'a request filter for the security of TPM secrets is new' },
  { since: 34, rule: 'a request filter for the owner of resources is new' },
]

/** The rules known to have changed after one release up to another, each with its release number, oldest first. */
export function changesBetween(after: number, upTo: number): string[] {
  const between = CHANGES.filter(({ since }) => since > after && since <= upTo)
  return between.map(({ since, rule }) => `${since === 34 ? 'master' : `${since}.0`}: ${rule}`)
}
