import { NovaSchedError } from '../errors.ts'
import type { Host, Hosts } from '../plugin/host.ts'
import type { ReadRecorder } from './request-view.ts'

/** All known hosts as plugins see them: looking at them is recorded. */
export function hostsView(hosts: readonly Host[], recorder: ReadRecorder): Hosts {
  const look = (): readonly Host[] => {
    if (recorder.closed && !recorder.hosts) {
      throw new NovaSchedError('PLUGIN_LATE_READ', 'hosts were read after prepare returned: look at them in prepare', {
        field: 'hosts',
      })
    }
    recorder.hosts = true
    return hosts
  }
  return Object.freeze({
    get size() {
      return look().length
    },
    [Symbol.iterator]: () => look()[Symbol.iterator](),
    sumBy<K>(key: (host: Host) => K, value: (host: Host) => number) {
      const sums = new Map<K, number>()
      for (const host of look()) sums.set(key(host), (sums.get(key(host)) ?? 0) + value(host))
      return sums
    },
    groupBy<K>(key: (host: Host) => K) {
      const groups = new Map<K, Host[]>()
      for (const host of look()) {
        const group = groups.get(key(host))
        if (group === undefined) groups.set(key(host), [host])
        else group.push(host)
      }
      return groups
    },
  })
}
