import { setOption, tagAggregates, type Draft } from '../draft.ts'

/** Options of the multipliers, with the key that aggregates use for them. */
const MULTIPLIERS = [
  'ram_weight_multiplier',
  'cpu_weight_multiplier',
  'disk_weight_multiplier',
  'io_ops_weight_multiplier',
  'pci_weight_multiplier',
  'soft_affinity_weight_multiplier',
  'soft_anti_affinity_weight_multiplier',
  'build_failure_weight_multiplier',
  'cross_cell_move_weight_multiplier',
] as const

/** These refuse a multiplier below zero. */
const NOT_NEGATIVE = /^(pci|soft|build)/

const CLASSES = [
  'ram.RAMWeigher',
  'cpu.CPUWeigher',
  'disk.DiskWeigher',
  'io_ops.IoOpsWeigher',
  'pci.PCIWeigher',
  'metrics.MetricsWeigher',
  'affinity.ServerGroupSoftAffinityWeigher',
  'affinity.ServerGroupSoftAntiAffinityWeigher',
  'compute.BuildFailureWeigher',
  'cross_cell.CrossCellWeigher',
]

/** Multipliers of the options, and which weighers there are. */
export function weighers(draft: Draft): void {
  const { dice } = draft
  for (const name of dice.some(MULTIPLIERS)) {
    const values = NOT_NEGATIVE.test(name)
      ? ['0', '0.5', '1', '2.5', '1e3']
      : ['-1.0', '-0.5', '0', '0.1', '2.5', '100']
    setOption(draft, 'filter_scheduler', name, dice.pick(values))
  }
  if (!dice.chance(0.4)) return
  const known = CLASSES.filter((name) => draft.release === 'zed' || /^(ram|io_ops|metrics)/.test(name))
  const chosen = dice.shuffled(known).slice(0, dice.int(0, 5))
  if (dice.chance(0.1) && chosen[0] !== undefined) chosen.push(chosen[0])
  const paths = chosen.map((name) => `nova.scheduler.weights.${name}`)
  setOption(draft, 'filter_scheduler', 'weight_classes', paths.join(','))
}

/** Multipliers of aggregates; a text that is no number sends the host back to the option. */
export function multipliers(draft: Draft): void {
  const { dice } = draft
  const values = ['-1', '0', '0.5', '1.0', '2.5', '1e2', ' 3 ', '1_0', 'bad', '', '1,2']
  tagAggregates(draft, () => {
    const names = dice.some([...MULTIPLIERS, 'metrics_weight_multiplier'], 1, 6)
    return Object.fromEntries(names.map((name) => [name, dice.pick(values.slice(0, dice.chance(0.3) ? undefined : 6))]))
  })
}
