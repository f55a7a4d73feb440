import { KILO_DEFAULT_FILTERS } from '../releases.ts'

/** What nova.conf says of how requests are built (Kilo). */
export interface RequestRules {
  /** `default_schedule_zone`: the zone of a request that asks for none. */
  readonly defaultScheduleZone: string | null
  /** `default_availability_zone`: the zone of hosts in no aggregate with a zone. */
  readonly defaultAvailabilityZone: string
  /** `internal_service_availability_zone`: the zone of services that are no nova-compute. */
  readonly internalServiceAvailabilityZone: string
  /** `scheduler_default_filters`, by name. */
  readonly enabledFilters: readonly string[]
  /** `scheduler_max_attempts`. */
  readonly maxAttempts: number
}

/** Kilo's rules where nova.conf says nothing. */
export const DEFAULT_REQUEST_RULES: RequestRules = Object.freeze({
  defaultScheduleZone: null,
  defaultAvailabilityZone: 'nova',
  internalServiceAvailabilityZone: 'internal',
  enabledFilters: KILO_DEFAULT_FILTERS,
  maxAttempts: 3,
})
