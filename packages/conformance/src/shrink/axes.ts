import type { Scenario } from '../scenario.ts'

/** One list in a scenario, or the keys of one record: what of it can be left out. */
export interface Axis {
  readonly size: number
  without(dropped: ReadonlySet<number>): Scenario
}

type Path = readonly (string | number)[]

/** Lists and records, the coarse ones first; `*` is every element. */
const CONTAINERS = [
  'inventory.hosts',
  'requests',
  'inventory.aggregates',
  'REQUEST.instance_uuids',
  'REQUEST.filter_properties',
  'REQUEST.filter_properties.scheduler_hints',
  'REQUEST.filter_properties.scheduler_hints.*',
  'REQUEST.filter_properties.instance_group.members',
  'REQUEST.filter_properties.instance_group.hosts',
  'REQUEST.filter_properties.instance_group.rules',
  'REQUEST.filter_properties.group_hosts',
  'REQUEST.filter_properties.requested_destination',
  'REQUEST.filter_properties.pci_requests.requests',
  'REQUEST.filter_properties.force_hosts',
  'REQUEST.filter_properties.force_nodes',
  'REQUEST.filter_properties.ignore_hosts',
  'REQUEST.request_spec.instance_type.extra_specs',
  'REQUEST.request_spec.image.properties',
  'REQUEST.request_spec.instance_properties.numa_topology.cells',
  'REQUEST.request_spec.instance_properties.pci_requests.requests',
  'REQUEST.request_spec.instance_properties.pci_requests.requests.*.spec',
  'REQUEST.request_spec.instance_properties.pci_requests.requests.*.spec.*',
  'inventory.aggregates.*.metadata',
  'inventory.aggregates.*.hosts',
  'inventory.hosts.*.instances',
  'inventory.hosts.*.metrics',
  'inventory.hosts.*.stats',
  'inventory.hosts.*.pci_device_pools',
  'inventory.hosts.*.pci_device_pools.*.tags',
  'inventory.hosts.*.supported_instances',
  'inventory.hosts.*.numa_topology.cells',
  'inventory.hosts.*.numa_topology.cells.*.mempages',
  'inventory.hosts.*.numa_topology.cells.*.siblings',
  'inventory.hosts.*.numa_topology.cells.*.pinned_cpus',
]

/** Values that are put in the place of others, when what fails does not hang on those. */
const PLAIN: readonly (readonly [path: string, value: unknown])[] = [
  ['inventory.hosts.*.numa_topology', null],
  ['inventory.hosts.*.cpu_info', null],
  ['inventory.hosts.*.disk_available_least', null],
  ['inventory.hosts.*.service', { disabled: false, disabled_reason: null, up: true }],
  ['inventory.hosts.*.cell', 'cell1'],
  ['inventory.hosts.*.numa_topology.cells.*.cpu_usage', 0],
  ['inventory.hosts.*.numa_topology.cells.*.memory_usage', 0],
  ['REQUEST.request_spec.num_instances', 1],
  ['REQUEST.request_spec.instance_properties.numa_topology', null],
  ['REQUEST.request_spec.instance_properties.pci_requests', null],
  ['REQUEST.request_spec.instance_properties.availability_zone', null],
  ['REQUEST.request_spec.instance_properties.os_type', null],
  ['REQUEST.request_spec.instance_type.swap', 0],
  ['REQUEST.return_alternates', false],
]

/** Everything that can be left out of a scenario. */
export function axesOf(scenario: Scenario): Axis[] {
  const lists = CONTAINERS.flatMap((pattern) => pathsOf(scenario, pattern)).map((path) => axisAt(scenario, path))
  return [...lists.slice(0, 1), ...confAxes(scenario), ...lists.slice(1), plainAxis(scenario)].filter(
    ({ size }) => size > 0,
  )
}

/** Lines of nova.conf, and the elements of its lists of plugins. */
export function confAxes(scenario: Scenario, only = /./): Axis[] {
  const lines = scenario.conf.split('\n')
  const join = (kept: readonly string[]): Scenario => ({ ...scenario, conf: kept.join('\n') })
  const lists = lines.flatMap((line, at): Axis[] => {
    const [, name = '', value] = /^(\w+ = )(.*,.*)$/.exec(line) ?? []
    if (value === undefined || !only.test(name)) return []
    const items = value.split(',')
    const without = (dropped: ReadonlySet<number>): Scenario => {
      const kept = items.filter((_item, index) => !dropped.has(index))
      return join(lines.with(at, `${name}${kept.join(',')}`))
    }
    return [
      { size: items.length - 1, without },
      { size: items.length, without },
    ]
  })
  return [...lists, { size: lines.length, without: (dropped) => join(lines.filter((_line, at) => !dropped.has(at))) }]
}

function plainAxis(scenario: Scenario): Axis {
  const places = PLAIN.flatMap(([pattern, value]) => pathsOf(scenario, pattern).map((path) => ({ path, value })))
  const different = places.filter(
    ({ path, value }) => JSON.stringify(valueAt(scenario, path)) !== JSON.stringify(value),
  )
  return {
    size: different.length,
    without: (dropped) => {
      const chosen = different.filter((_place, at) => dropped.has(at))
      return chosen.reduce((made, { path, value }) => changed(made, path, () => value), scenario)
    },
  }
}

function axisAt(scenario: Scenario, path: Path): Axis {
  const container = valueAt(scenario, path)
  const keys = Array.isArray(container) ? container.map((_item, at) => at) : Object.keys(container as object)
  const without = (dropped: ReadonlySet<number>): Scenario =>
    changed(scenario, path, (value) => {
      if (Array.isArray(value)) return (value as readonly unknown[]).filter((_item, at) => !dropped.has(at))
      return Object.fromEntries(Object.entries(value as object).filter((_entry, at) => !dropped.has(at)))
    })
  return { size: keys.length, without }
}

/** Where a pattern leads to lists and records, or for plain values to anything. */
function pathsOf(scenario: Scenario, pattern: string): Path[] {
  const isList = CONTAINERS.includes(pattern)
  const roots = scenario.requests === undefined ? ['request'] : ['requests.*']
  return roots.flatMap((root) => {
    let found: Path[] = [[]]
    for (const step of pattern.replace('REQUEST', root).split('.')) {
      found = found.flatMap((path) => {
        const value = valueAt(scenario, path)
        if (typeof value !== 'object' || value === null) return []
        if (step === '*') return Object.keys(value).map((key) => [...path, Array.isArray(value) ? Number(key) : key])
        return Object.hasOwn(value, step) ? [[...path, step]] : []
      })
    }
    return found.filter((path) => !isList || isContainer(valueAt(scenario, path)))
  })
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null

function valueAt(scenario: Scenario, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Readonly<Record<string | number, unknown>> | null)?.[step],
    scenario,
  )
}

function changed<T>(value: T, [step, ...rest]: Path, change: (value: unknown) => unknown): T {
  if (step === undefined) return change(value) as T
  // What stood there is gone already: it was part of something that was taken out.
  if (!isContainer(value)) return value
  const container = value as Readonly<Record<string | number, unknown>>
  const item = changed(container[step], rest, change)
  const list: unknown = value
  return (Array.isArray(list) ? list.with(Number(step), item) : { ...container, [step]: item }) as T
}
