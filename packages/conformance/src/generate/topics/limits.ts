import { enable, setOption, tagAggregates, type Draft } from '../draft.ts'

/** How many instances and input/output operations a host may have, by option and by aggregate. */
export function limits(draft: Draft): void {
  const { dice } = draft
  const ofAggregates = dice.chance(0.5)
  if (dice.chance(0.7)) {
    enable(draft, ofAggregates ? 'AggregateNumInstancesFilter' : 'NumInstancesFilter')
    setOption(draft, 'filter_scheduler', 'max_instances_per_host', dice.int(1, 6))
  }
  if (dice.chance(0.7)) {
    enable(draft, ofAggregates ? 'AggregateIoOpsFilter' : 'IoOpsFilter')
    setOption(draft, 'filter_scheduler', 'max_io_ops_per_host', dice.int(0, 9))
  }
  if (!ofAggregates) return
  const values = ['1', '2', '4', ' 3 ', '8', '0', '-1', '1.5', '1,2', 'many', '']
  tagAggregates(draft, () => {
    const names = dice.some(['max_instances_per_host', 'max_io_ops_per_host', 'ram_allocation_ratio'], 1)
    return Object.fromEntries(
      names.map((name) => [name, dice.pick(values.slice(0, dice.chance(0.25) ? undefined : 5))]),
    )
  })
}
