import { NovaSchedError } from '../errors.ts'
import type { ServiceRecord } from '../inventory/inventory.ts'
import type { ComputeService } from '../plugin/host.ts'
import type { Rules } from '../plugin/rules.ts'
import type { MemberLiveness } from '../plugin/servicegroup-driver.ts'

/** Why a service is down that an operator forced down, whatever it reports. */
export const FORCED_DOWN = 'it is forced down'

/** What a ServiceGroup says of a host. */
export type HostLiveness = Pick<MemberLiveness, 'state' | 'why'>

/** Most hosts have one of these, which they share. */
const PLAIN: readonly ComputeService[] = [true, false].flatMap((disabled) =>
  [true, false].map((up) => Object.freeze({ disabled, disabledReason: null, up })),
)

function plain(service: ComputeService): ComputeService {
  const { disabled, disabledReason, up } = service
  const isLike = (one: ComputeService): boolean => one.disabled === disabled && one.up === up
  return (disabledReason === null ? PLAIN.find(isLike) : undefined) ?? Object.freeze(service)
}

/**
 * The compute service of a host; null where a record says that there is none.
 *
 * @param live - what the ServiceGroup says; null: the record tells by itself
 */
export function computeService(
  record: ServiceRecord | null | undefined,
  live: HostLiveness | null,
  { forcedDownCounts }: Pick<Rules, 'forcedDownCounts'>,
): ComputeService | null {
  if (record === null) return null
  const { disabled, disabled_reason: disabledReason, forced_down: forcedDown, up } = record ?? {}
  const known = { disabled: disabled ?? false, disabledReason: disabledReason ?? null }
  if (forcedDownCounts && forcedDown === true) return Object.freeze({ ...known, up: false, why: FORCED_DOWN })
  if (live === null) return plain({ ...known, up: up ?? true })
  if (live.state !== 'unknown') return Object.freeze({ ...known, up: live.state === 'up', why: live.why })
  return Object.freeze({
    ...known,
    get up(): boolean {
      throw new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', live.why)
    },
  })
}
