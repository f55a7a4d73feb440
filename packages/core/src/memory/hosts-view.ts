import { NovaSchedError } from '../errors.ts'
import type { Host, Hosts } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import { OF_INSTANCE, recordRead, type ReadRecorder } from './request-view.ts'

/** What is prepared for. */
export interface Surroundings {
  readonly request: Request
  /** All known hosts, in order. */
  readonly hosts: readonly Host[]
  /** Names of the hosts that know an instance. Absent: all are looked through. */
  readonly hostsOf?: (uuid: string) => readonly string[]
}

/** All known hosts as plugins see them: looking at them is recorded. */
export function hostsView({ request, hosts, hostsOf }: Surroundings, recorder: ReadRecorder): Hosts {
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
    get ofInstance() {
      recordRead(recorder, OF_INSTANCE)
      const { uuid } = request
      if (uuid === null) return []
      return hostsOf?.(uuid) ?? namesOf(hosts.filter(({ instances }) => uuid in instances))
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

function namesOf(hosts: readonly Host[]): readonly string[] {
  return [...new Set(hosts.map(({ host }) => host))]
}
