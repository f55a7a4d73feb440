import { NovaSchedError } from '../errors.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import type { ExplainOptions, NodeName } from './explanation.ts'

/**
 * Refuses hosts to be explained that nothing is known of.
 *
 * @throws USAGE with the first of them
 */
export function refuseUnknownHosts({ host, actual }: ExplainOptions, known: readonly NodeName[]): void {
  const names = new Set(known.map((node) => node.host))
  for (const name of [host, actual]) {
    if (name === undefined || names.has(name)) continue
    throw new NovaSchedError('USAGE', `${name}: no such host is known${didYouMean(name, names)}`, { host: name })
  }
}

/** How many instances a request asks for, in words. */
export function askedText(requested: number): string {
  return requested === 1 ? 'the request asks for one instance' : `the request asks for ${requested} instances`
}
