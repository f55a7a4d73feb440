import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineServiceGroupDriver, NovaSchedError, str } from '@nova-sched/core/plugin'

/** @import { Liveness, MemberLiveness } from '@nova-sched/core/plugin' */

/** Believes the monitoring of the site, which writes down who is alive: a topic and a host on each line. */
export const MonitoringDriver = defineServiceGroupDriver({
  name: 'MonitoringDriver',
  help: 'A service is up while the monitoring says so.',
  options: {
    monitoring_driver_file: str('alive.txt', { help: 'What the monitoring writes, from the folder of the driver.' }),
  },
  create({ conf, timer, reportInterval }) {
    const file = resolve(import.meta.dirname, conf.monitoring_driver_file)
    /** @type {Set<() => void>} */
    const watches = new Set()

    /** @type {(group: string) => Promise<Liveness>} */
    async function snapshot(group) {
      const text = await readFile(file, 'utf8').catch((error) => {
        // Nobody can be asked: that is not the same as nobody is there.
        throw new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', `ServiceGroup unavailable (monitoring): ${error.message}`)
      })
      const lines = text.split('\n').map((line) => line.split(' '))
      const hosts = new Set(lines.flatMap(([topic, host = '']) => (topic === group ? [host] : [])))
      const known = { updatedAt: null, validUntil: null }
      /** @type {(host: string) => MemberLiveness} */
      const of = (host) =>
        hosts.has(host)
          ? { ...known, state: 'up', why: 'the monitoring sees it' }
          : { ...known, state: 'down', why: 'the monitoring does not see it' }
      return { members: [...hosts], of }
    }

    return {
      start: async () => {},
      // The monitoring finds services by itself.
      join: async () => {},
      leave: async () => {},
      snapshot,
      watch(group, listener) {
        let forget = () => {}
        const look = async () => {
          listener(await snapshot(group).catch(() => null))
          if (watches.has(stop)) forget = timer.after(reportInterval * 1000, () => void look())
        }
        const stop = () => {
          watches.delete(stop)
          forget()
        }
        watches.add(stop)
        void look()
        return stop
      },
      close: async () => watches.forEach((stop) => stop()),
    }
  },
})
