import { maskValue } from '../conf/mask.ts'
import { type Facts, nameOf, spotOf, spotOfReading } from './facts.ts'
import { type CheckFinding, finding } from './finding.ts'

/** Numbers that Nova takes and that can not be meant. */
export function checkNumbers(facts: Facts): CheckFinding[] {
  return [...attempts(facts), ...blockingLimits(facts), ...optionsFile(facts)]
}

function attempts(facts: Facts): CheckFinding[] {
  const { max_attempts: attempts } = facts.conf.core
  if (attempts >= 1) return []
  const name = nameOf(facts, 'max_attempts')
  const message = `${attempts} attempts: must be >= 1`
  const fix = `Write ${name} = 1 for no second attempt, or remove the line for the default of 3.`
  return [finding('max-attempts', { at: spotOf(facts, 'max_attempts'), message, fix })]
}

/** Options below which a filter rejects every host. */
const LIMITS = [
  { option: 'cpu_allocation_ratio', filters: ['CoreFilter', 'AggregateCoreFilter'] },
  { option: 'ram_allocation_ratio', filters: ['RamFilter', 'AggregateRamFilter'] },
  { option: 'disk_allocation_ratio', filters: ['DiskFilter', 'AggregateDiskFilter'] },
  { option: 'max_io_ops_per_host', filters: ['IoOpsFilter', 'AggregateIoOpsFilter'] },
  { option: 'max_instances_per_host', filters: ['NumInstancesFilter', 'AggregateNumInstancesFilter'] },
]

/** From this release on a ratio of 0 stands for the default. */
const FIRST_WITH_DEFAULT_RATIO = 12

function blockingLimits(facts: Facts): CheckFinding[] {
  return LIMITS.flatMap(({ option: key, filters }) => {
    const reading = facts.readings.find(({ option }) => option.key === key)
    const filter = filters.find((name) => facts.enabled.has(name))
    const value = reading?.value
    if (reading === undefined || filter === undefined || typeof value !== 'number' || value > 0) return []
    if (key.endsWith('_ratio') && facts.number >= FIRST_WITH_DEFAULT_RATIO) return []
    const message = `with ${value} ${filter} rejects every host${filter.startsWith('Aggregate') ? ' whose aggregates do not say otherwise' : ''}`
    return [finding('limit-blocks-all', { at: spotOfReading(reading), message, fix: 'Write a number above 0.' })]
  })
}

function optionsFile(facts: Facts): CheckFinding[] {
  if (facts.optionsFile === null) return []
  const fix = 'Mind the path, and write JSON into the file; or remove the line: no filter or weigher of Nova reads it.'
  return [
    finding('options-file', {
      at: spotOf(facts, 'scheduler_json_config_location'),
      message: maskValue(facts.optionsFile, false),
      fix,
    }),
  ]
}
