import { isNovaSchedError, NovaSchedError } from '@nova-sched/core/plugin'

/** Why ZooKeeper did not answer: there is no connection, it went meanwhile, an ACL forbids it, or anything else. */
export type Reason = 'away' | 'lost' | 'refused' | 'failed'

/** The error of a store that cannot be asked. */
export function unavailable(address: string, why: string, reason: Reason, cause?: unknown): NovaSchedError {
  const message = `ServiceGroup unavailable (zk ${address}): ${why}`
  return new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', message, { address, reason }, { cause })
}

/** Whether an operation failed because its connection went: it may succeed on the next. */
export function isLost(error: unknown): boolean {
  return isNovaSchedError(error) && error.details.reason === 'lost'
}

/** Whether the next connection is the time to try again. */
export function isAway(error: unknown): boolean {
  return isLost(error) || (isNovaSchedError(error) && error.details.reason === 'away')
}

/** Whether the ACL of a node forbids what was asked. */
export function isRefused(error: unknown): boolean {
  return isNovaSchedError(error) && error.details.reason === 'refused'
}
