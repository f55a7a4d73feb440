import type { CheckCode } from '../../../src/conf-check/index.ts'
import type { Inventory } from '../../../src/inventory/inventory.ts'
import { CONTRACT, filterModule } from '../../folder.ts'
import { node } from '../../scheduling.ts'
import { type Checking, GOOD, GOOD_FILTERS } from '../checking.ts'

/** A configuration about which something is found, and its neighbour, about which it is not. */
export interface Case {
  readonly code: CheckCode
  readonly name: string
  /** Line of the finding; null when it has none. */
  readonly line: number | null
  readonly fires: string
  readonly not: string
  readonly with?: Checking
  /** How the neighbour is checked, where that is the difference. */
  readonly notWith?: Checking
}

export const filters = (list: string): string => `[DEFAULT]\nscheduler_default_filters = ${list}\n`
export const without = (name: string): string =>
  filters(
    GOOD_FILTERS.split(',')
      .filter((each) => each !== name)
      .join(','),
  )
export const also = (...names: string[]): string => filters([GOOD_FILTERS, ...names].join(','))
export const good = (...lines: string[]): string => `${GOOD}${lines.map((line) => `${line}\n`).join('')}`
export const metrics = (...lines: string[]): string => `[metrics]\n${lines.join('\n')}`

export const CLOUD: Inventory = {
  hosts: [node('compute1'), node('compute2'), node('compute3')],
  aggregates: [
    { id: 1, name: 'az1', hosts: ['compute1'], metadata: { availability_zone: 'az1', instance_type: 'm1' } },
  ],
  server_groups: [],
  flavors: [],
  images: [],
}
export const BARE: Inventory = { ...CLOUD, aggregates: [] }

const weigherModule = (name: string, multiplier: number): string =>
  `import { defineWeigher, float } from '${CONTRACT}'
export const plugin = defineWeigher({ name: '${name}', options: { m: float(${multiplier}, { help: '' }) }, multiplier: { option: 'm' }, create: () => () => () => 1 })
`
export const weigher = (multiplier: number): Checking => ({
  files: { 'w.mjs': weigherModule('FailedBuilds', multiplier) },
})
export const ALL_AND_MINE = 'scheduler_weight_classes = nova.scheduler.weights.all_weighers, ./w.mjs'
export const ALL_FILTERS = 'scheduler_available_filters = nova.scheduler.filters.all_filters'
export const MINE = 'scheduler_available_filters = ./mine.mjs'
export const mine = (test: string): Checking => ({ files: { 'mine.mjs': filterModule('Mine', test) } })
export const CACHING = 'scheduler_driver = nova.scheduler.caching_scheduler.CachingScheduler'
export const IRONIC = 'scheduler_host_manager = nova.scheduler.ironic_host_manager.IronicHostManager'
export const ZED = { release: 'zed' }
