import { NovaSchedError } from '../errors.ts'
import { nodeKey } from '../hosts/cloud.ts'
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
 * @param decided - how many instances were decided
 * @throws USAGE when the one asked for was not decided
 */
export function instanceOf(
  { instance }: ExplainOptions,
  { error }: Decision,
  decided: number,
  requested: number,
): number {
  if (instance === undefined) return error === null ? 0 : Math.max(0, decided - 1)
  if (instance < Math.max(1, decided)) return instance
  const message = `instance ${instance + 1}: the request asks for ${requested}, and ${decided} of them were decided`
  throw new NovaSchedError('USAGE', message, { instance, decided, requested })
}

/** Faults by host; what broke as limits were asked or a claim was made is known from the decision alone. */
export function faultsOf({ faults }: Witness, { error }: Decision): ReadonlyMap<string, NovaSchedError> {
  if (error?.code !== 'PLUGIN_FAULT' || typeof error.host !== 'string') return faults
  const key = nodeKey(error.host, error.nodename ?? error.host)
  if (faults.has(key)) return faults
  const { plugin, host, nodename, instance, cause } = error
  return new Map([
    ...faults,
    [key, new NovaSchedError('PLUGIN_FAULT', error.message, { plugin, host, nodename, instance, cause })],
  ])
}
