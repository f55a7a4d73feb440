import { moved, named, type OptionName } from './shape.ts'

/** Options that came to [filter_scheduler], with the release number that they came in. */
const CAME: readonly (readonly [name: string, since: number])[] = [
  ['pci_weight_multiplier', 16],
  ['build_failure_weight_multiplier', 18],
  ['cpu_weight_multiplier', 18],
  ['image_properties_default_architecture', 18],
  ['cross_cell_move_weight_multiplier', 21],
]

/** Options that came to [DEFAULT], and moved with the rest. */
const CAME_AND_MOVED: readonly (readonly [name: string, since: number])[] = [
  ['disk_weight_multiplier', 13],
  ['soft_affinity_weight_multiplier', 13],
  ['soft_anti_affinity_weight_multiplier', 13],
]

const PACKING = 'packing_host_numa_cells_allocation_strategy'

/**
 * Where options of Nova's own plugins stand that are younger than Kilo, by option. The plugins declare the options, and
 * know nothing of releases.
 */
export const PLUGIN_OPTION_NAMES: ReadonlyMap<string, readonly OptionName[]> = new Map<string, readonly OptionName[]>([
  ...CAME.map(([name, since]) => [name, [named('filter_scheduler', name, { since })]] as const),
  [PACKING, [named('compute', PACKING, { since: 25 })]],
  ...['cpu', 'ram', 'disk'].flatMap((what) => ratiosOf(`${what}_allocation_ratio`)),
  ...CAME_AND_MOVED.map(([name, since]) => [name, movedSince(name, since)] as const),
])

/** The host manager's: Kilo's filters have options of the name without a prefix, which are others. */
function ratiosOf(name: string): readonly (readonly [string, readonly OptionName[]])[] {
  return [
    [`node_${name}`, [named('DEFAULT', name, { since: 20 })]],
    [`initial_${name}`, [named('DEFAULT', `initial_${name}`, { since: 19 })]],
  ]
}

function movedSince(name: string, since: number): OptionName[] {
  return moved(name, 'filter_scheduler', name).map((each) => ({ ...each, since: Math.max(each.since, since) }))
}

/** What later releases declare otherwise than the plugins do, with the release number. */
export const PLUGIN_OPTION_CHANGES: ReadonlyMap<
  string,
  { readonly since: number; readonly change: { readonly min: number } | { readonly default: number } }
> = new Map([
  ['max_io_ops_per_host', { since: 15, change: { min: 0 } }],
  ['max_instances_per_host', { since: 15, change: { min: 1 } }],
  ['initial_cpu_allocation_ratio', { since: 27, change: { default: 4 } }],
  ['initial_ram_allocation_ratio', { since: 27, change: { default: 1 } }],
])
