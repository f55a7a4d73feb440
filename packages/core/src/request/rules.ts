import { KILO_DEFAULT_FILTERS, REQUEST_MAKING } from '../releases.ts'
import type { RequestMaking } from './making.ts'

/** How requests are built: by the release in force, and by what nova.conf says. */
export interface RequestRules {
  /** How the release does it. */
  readonly making: RequestMaking
  /** `default_schedule_zone`: the zone of a request that asks for none. */
  readonly defaultScheduleZone: string | null
  /** `default_availability_zone`: the zone of hosts in no aggregate with a zone. */
  readonly defaultAvailabilityZone: string
  /** `internal_service_availability_zone`: the zone of services that are no nova-compute. */
  readonly internalServiceAvailabilityZone: string
  /** The enabled filters, by name. */
  readonly enabledFilters: readonly string[]
  /** The enabled weighers: names or class paths, as nova.conf has them. */
  readonly weightClasses: readonly string[]
  /** The PCI aliases, as nova.conf has them. */
  readonly pciAliases: readonly string[]
  /** `scheduler_max_attempts`. */
  readonly maxAttempts: number
}

/** Kilo's rules where nova.conf says nothing. */
export const DEFAULT_REQUEST_RULES: RequestRules = Object.freeze({
  defaultScheduleZone: null,
  defaultAvailabilityZone: 'nova',
  internalServiceAvailabilityZone: 'internal',
  making: REQUEST_MAKING.kilo,
  enabledFilters: KILO_DEFAULT_FILTERS,
  weightClasses: ['nova.scheduler.weights.all_weighers'],
  pciAliases: [],
  maxAttempts: 3,
})
