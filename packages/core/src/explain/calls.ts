import { NovaSchedError } from '../errors.ts'
import { keyOf } from '../hosts/cloud.ts'
import { askedText } from './asked.ts'
import type { Decision } from '../trace/trace.ts'
import type { ExplainOptions } from './explanation.ts'
import type { SeenRound, Witness } from './witness.ts'

/** Rounds by call: a driver may schedule several times, for the same instance or the next ones. */
export function callsOf(rounds: readonly SeenRound[]): readonly (readonly SeenRound[])[] {
  const calls: SeenRound[][] = []
  for (const round of rounds) {
    if (round.isLater) calls.at(-1)?.push(round)
    else calls.push([round])
  }
  return calls
}

/**
 * Number of the instance to explain: the one asked for, else the first that found no host, else the first.
 *
 * @throws USAGE when the one asked for was not decided
 */
export function instanceOf(
  { instance }: ExplainOptions,
  { error, destinations, instances }: Decision,
  requested: number,
): number {
  const decided = error === null ? destinations.length : instances.length
  if (instance === undefined) return error === null ? 0 : Math.max(0, decided - 1)
  if (instance < Math.max(1, decided)) return instance
  const ended = decided < requested ? `, and ended at instance ${decided}` : ''
  throw new NovaSchedError('USAGE', `instance ${instance + 1}: ${askedText(requested)}${ended}`, {
    instance,
    decided,
    requested,
  })
}

/**
 * Faults by host, up to an instance. What broke as limits were asked or a claim was made is known from the decision
 * alone.
 */
export function faultsOf(
  { faults }: Witness,
  { error }: Decision,
  instance: number,
): ReadonlyMap<string, NovaSchedError> {
  const all = new Map(faults)
  if (error?.code === 'PLUGIN_FAULT' && typeof error.host === 'string') {
    const { plugin, host, nodename, instance: at, cause, message } = error
    const key = keyOf({ host, nodename: nodename ?? host })
    if (!all.has(key))
      all.set(key, new NovaSchedError('PLUGIN_FAULT', message, { plugin, host, nodename, instance: at, cause }))
  }
  const isBefore = ({ details }: NovaSchedError): boolean => ((details['instance'] ?? 0) as number) <= instance
  return new Map([...all].filter(([, fault]) => isBefore(fault)))
}
