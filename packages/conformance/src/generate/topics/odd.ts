import { setOption, type Draft, type HostDraft, type RequestDraft, type Topic } from '../draft.ts'

const onHost =
  (change: (host: HostDraft, draft: Draft) => void): Topic =>
  (draft) => {
    if (draft.hosts.length > 0) change(draft.dice.pick(draft.hosts), draft)
  }
const onRequest =
  (change: (request: RequestDraft, draft: Draft) => void): Topic =>
  (draft) => {
    change(draft.dice.pick(draft.requests), draft)
  }
const hostField = (name: string, ...values: readonly unknown[]): Topic =>
  onHost((host, { dice }) => void (host[name] = dice.pick(values)))

/** Records and requests that are incomplete, or broken in a way that Nova reads. */
const ODDITIES: readonly Topic[] = [
  hostField('free_disk_gb', null),
  hostField('stats', null, {}),
  hostField('metrics', null),
  hostField('cpu_info', null, '', 'Haswell', '{"vendor": "Intel", "features": "aes"}', '[1, 2]', '{"a"'),
  hostField(
    'supported_instances',
    [],
    null,
    [['AMD64', 'KVM', 'HVM']],
    [
      ['i386', 'xapi', 'pv'],
      ['x86_64', 'QEMU', 'hvm'],
    ],
  ),
  hostField('supported_instances', [['vax', 'kvm', 'hvm']], [[null, 'kvm', 'hvm']], [['x86_64', 'kvm']]),
  onHost(({ host }, { hosts }) => {
    for (const node of hosts) if (node.host === host) node['service'] = null
  }),
  hostField('hypervisor_version', 0, 12),
  hostField('vcpus', 0),
  hostField('free_ram_mb', 0, -1),
  hostField('disk_available_least', 0, -20, 100000),
  hostField('pci_device_pools', []),
  hostField('cpu_allocation_ratio', 0.5, 3.3),
  (draft) => {
    for (const what of ['cpu', 'ram', 'disk']) {
      hostField(`${what}_allocation_ratio`, null, 0)(draft)
      const prefix = draft.dice.pick(['', 'initial_'])
      if (draft.dice.chance(0.4))
        setOption(draft, 'DEFAULT', `${prefix}${what}_allocation_ratio`, draft.dice.pick([0, 2, 3.5]))
    }
  },
  hostField('numa_topology', { cells: [] }),
  onHost((host, { dice }) => {
    const value = dice.pick(['many', '1.5', ' 2 ', '', '-1'])
    host.stats = { ...host.stats, [dice.pick(['num_instances', 'io_workload', 'failed_builds'])]: value }
  }),
  onHost((host, { dice }) => {
    host.stats = { ...host.stats, [dice.pick(['num_instances', 'num_vm_active', 'num_os_type_linux'])]: null }
  }),
  onRequest(({ request_spec: spec }) => void (spec.image = null)),
  onRequest(({ request_spec: spec }) => void delete spec.instance_type.extra_specs),
  onRequest(({ filter_properties: asked }) => void (asked.scheduler_hints = null)),
  onRequest(({ filter_properties: asked }, draft) => {
    asked.scheduler_hints = null
    asked['ignore_hosts'] = draft.dice.some([...draft.hosts.map(({ host }) => host), 'gone'], 1)
    if (draft.dice.chance(0.5)) setOption(draft, 'filter_scheduler', 'enabled_filters', '')
  }),
  onRequest((request) => void (request.instance_uuids = null)),
  onRequest((request, { dice }) => void (request.instance_uuids = dice.some(request.instance_uuids ?? []))),
  onRequest(({ request_spec: spec }, { dice }) => {
    if (spec.image !== null) spec.image.properties['hw_cpu_cores'] = dice.pick(['many', '1.5', ''])
  }),
  (draft) => setOption(draft, 'filter_scheduler', 'track_instance_changes', false),
  (draft) => {
    const modules = ['nova.scheduler.filters.all_filters', 'nova.scheduler.filters.compute_filter.ComputeFilter']
    setOption(draft, 'filter_scheduler', 'available_filters', draft.dice.pick(modules))
  },
  (draft) => void draft.filters.push(draft.dice.pick(['RetryFilter', 'NoSuchFilter', 'RamFilter'])),
  (draft) => draft.filters.push(...draft.filters.slice(0, 1)),
  ({ hosts }) => void hosts.splice(0),
]

/** One oddity, or two. */
export function oddities(draft: Draft): void {
  for (let left = draft.dice.int(1, 2); left > 0; left -= 1) draft.dice.pick(ODDITIES)(draft)
}
