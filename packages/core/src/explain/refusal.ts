import type { NovaSchedError } from '../errors.ts'
import { dataMap } from '../util/freeze.ts'
import type { ExplainedHost, Explanation, NodeName } from './explanation.ts'

/** Explains a request that was given up before the scheduler was asked, such as one whose attempts are used up. */
export function explainRefusal({ code, message }: NovaSchedError, known: readonly NodeName[]): Explanation {
  const why = { reason: 'not_asked', message: 'the request was given up before any host was looked at' }
  const hosts = known.map(({ host, nodename }): ExplainedHost => {
    const nothing = { instance: null, bypassed: [], filter: null, details: dataMap<unknown>([]), notes: [] }
    return { host, nodename, verdict: 'skipped', ...nothing, ...why }
  })
  const counts = { chosen: 0, passed: 0, forced: 0, rejected: 0, fault: 0, skipped: hosts.length, ignored: 0 }
  const nothing = {
    placed: [],
    chosen: null,
    nearest: [],
    funnel: [],
    weighed: [],
    notes: [],
    inspected: [],
    actual: null,
  }
  return { instance: 0, requested: 0, ...nothing, error: { code, message }, counts, hosts, reasons: dataMap([]) }
}
