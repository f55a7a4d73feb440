import { reasonKey } from '../trace/reason-key.ts'
import { dataMap } from '../util/freeze.ts'
import { HOST_VERDICTS, type ExplainedHost, type Explanation, type HostVerdict } from './explanation.ts'

/** Hosts of each verdict. */
export function countsOf(hosts: readonly ExplainedHost[]): Readonly<Record<HostVerdict, number>> {
  const counts = Object.fromEntries(HOST_VERDICTS.map((verdict) => [verdict, 0])) as Record<HostVerdict, number>
  for (const { verdict } of hosts) counts[verdict] += 1
  return counts
}

/** Rejected hosts by filter and reason. */
export function reasonsOf(hosts: readonly ExplainedHost[]): Explanation['reasons'] {
  const counts = new Map<string, number>()
  for (const { verdict, filter, reason } of hosts) {
    if (verdict !== 'rejected') continue
    const key = reasonKey(filter ?? '', reason)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return dataMap(counts)
}
