import type { CoreKey } from '../conf/index.ts'
import { nameKey, optionsOf } from '../conf/known.ts'
import type { Plugin } from '../registry/load.ts'
import { asksFilters, type Facts, isSet, nameOf, spotOf, spotOfReading } from './facts.ts'
import { type CheckFinding, finding, listed } from './finding.ts'
import { openResources } from './resources.ts'
import type { OptionReading } from './values.ts'

/** Options that are set, and that nothing which runs looks at. Those that are set to their defaults do no harm. */
export function checkUnused(facts: Facts): CheckFinding[] {
  const readers = readersOf(facts)
  const ofPlugins = facts.readings.flatMap((reading) => unreadOption(facts, reading, readers))
  return [...ofPlugins, ...dependentOptions(facts)]
}

/** The names of plugins that read an option, by its place in nova.conf. */
function readersOf({ builtIn, survey, number }: Facts): ReadonlyMap<string, ReadonlySet<string>> {
  const readers = new Map<string, Set<string>>()
  for (const { plugin } of [...builtIn, ...survey.available, ...survey.weighers]) {
    for (const place of placesOf(plugin, number)) {
      readers.set(place, (readers.get(place) ?? new Set()).add(plugin.name))
    }
  }
  return readers
}

function placesOf({ options = {}, name }: Plugin, number: number): string[] {
  return optionsOf(options, name, number).flatMap(({ names }) => names.map((each) => nameKey(each.group, each.name)))
}

/** From this release on compute nodes read the ratios, whatever filters run. */
const FIRST_READ_BY_COMPUTES = 12
/** Options of plugins that Nova reads in other places as well. */
const ELSEWHERE = new Set(['pci_in_placement'])
const RATIOS = /^(cpu|ram|disk)_allocation_ratio$/

/** NUMATopologyFilter reads two of them as well; those of resources that nothing counts are told with these. */
function isRatioTold(facts: Facts, key: string): boolean {
  if (facts.number >= FIRST_READ_BY_COMPUTES || openResources(facts).some(({ ratio }) => ratio === key)) return true
  return key !== 'disk_allocation_ratio' && facts.enabled.has('NUMATopologyFilter')
}

function unreadOption(
  facts: Facts,
  reading: OptionReading,
  readers: ReadonlyMap<string, ReadonlySet<string>>,
): CheckFinding[] {
  const { option, places, value, errors } = reading
  if (places.length === 0 || errors.length > 0 || isDefault(value, option.spec.default)) return []
  if (ELSEWHERE.has(option.key) || (RATIOS.test(option.key) && isRatioTold(facts, option.key))) return []
  const declared = option.names.flatMap(({ group, name }) => [...(readers.get(nameKey(group, name)) ?? [])])
  const names = declared.length > 0 || !facts.inTree.has(option.owner) ? [...new Set(declared)] : [option.owner]
  const runs = ({ length }: readonly string[]): boolean => length === 0 || names.some((name) => isRunning(facts, name))
  if (runs(names)) return []
  const message = `does nothing: ${listed(names)} ${names.length === 1 ? 'reads it and does' : 'read it and do'} not run`
  const fix = asksFilters(facts)
    ? `Enable ${listed(names, 'or')}, or remove the line.`
    : 'Remove the line: ChanceScheduler asks no filter and no weigher.'
  return [finding('option-unused', { at: spotOfReading(reading), message, fix })]
}

function isRunning(facts: Facts, name: string): boolean {
  const { survey, driver, enabled, weighers } = facts
  if (name === driver || name === survey.hostManager?.plugin.name) return true
  if (!asksFilters(facts)) return false
  // A stand-in is enabled under the name that it stands in for.
  const plugins = [...survey.filters, ...survey.weighers].map(({ plugin }) => plugin.name)
  return enabled.has(name) || plugins.includes(name) || weighers.some((weigher) => weigher.name === name)
}

function isDefault(value: unknown, usual: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(usual)
}

interface Dependence {
  readonly keys: readonly CoreKey[]
  /** Whether something looks at them. */
  readonly isRead: boolean
  readonly reason: string
  readonly fix: string
}

/** Core options that only count beside another one. */
function dependentOptions(facts: Facts): CheckFinding[] {
  return dependences(facts)
    .filter(({ isRead }) => !isRead)
    .flatMap(({ keys, reason, fix }) => {
      const set = keys.filter((key) => isSet(facts, key) && !isAtDefault(facts, key))
      return set.map((key) =>
        finding('option-unused', { at: spotOf(facts, key), message: `does nothing: ${reason}`, fix }),
      )
    })
}

function isAtDefault({ readings }: Facts, key: CoreKey): boolean {
  const reading = readings.find(({ option }) => option.key === key)
  return reading === undefined || isDefault(reading.value, reading.option.spec.default)
}

function dependences(facts: Facts): Dependence[] {
  const { core } = facts.conf
  const isIronic = facts.survey.hostManager?.plugin.name === 'IronicHostManager'
  const isUsual = facts.filterKey === 'enabled_filters'
  return [
    {
      keys: isUsual
        ? ['enabled_filters', 'weight_classes', 'host_subset_size']
        : ['weight_classes', 'host_subset_size'],
      isRead: asksFilters(facts),
      reason: 'ChanceScheduler asks no filter and no weigher',
      fix: `Write ${nameOf(facts, 'driver')} = nova.scheduler.filter_scheduler.FilterScheduler, or remove the line.`,
    },
    {
      keys: ['use_baremetal_filters'],
      isRead: isIronic || facts.survey.hostManager === null,
      reason: 'only IronicHostManager has filters for bare metal',
      fix: `Write ${nameOf(facts, 'host_manager')} = nova.scheduler.ironic_host_manager.IronicHostManager, or remove the line.`,
    },
    {
      keys: ['baremetal_enabled_filters'],
      isRead: !isUsual || facts.survey.hostManager === null,
      reason: `the usual list of filters is in force`,
      fix: `Write ${nameOf(facts, 'use_baremetal_filters')} = True beside IronicHostManager, or remove the line.`,
    },
    {
      keys: ['periodic_task_interval'],
      isRead: facts.driver === 'CachingScheduler' || facts.survey.schedulerDriver?.file !== 'built in',
      reason: `${facts.driver} has no periodic task`,
      fix: 'Remove the line.',
    },
    {
      keys: ['zookeeper_address', 'zookeeper_sg_prefix', 'zookeeper_recv_timeout', 'zookeeper_sg_retry_interval'],
      isRead: !['db', 'mc'].includes(core.servicegroup_driver),
      reason: `servicegroup_driver is ${core.servicegroup_driver}`,
      fix: 'Write servicegroup_driver = zk, or remove the line.',
    },
    {
      keys: ['placement_aggregate_required_for_tenants'],
      isRead: core.limit_tenants_to_placement_aggregate,
      reason: 'limit_tenants_to_placement_aggregate is off',
      fix: 'Write limit_tenants_to_placement_aggregate = True, or remove the line.',
    },
  ]
}
