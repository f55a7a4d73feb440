import { SERVICEGROUP_DRIVERS } from '../registry/aliases.ts'
import { nearName } from '../util/documents/near-names.ts'
import { type Facts, isSet, nameOf, spotOf } from './facts.ts'
import { type CheckFinding, finding, listed, shown } from './finding.ts'

/** So many times report_interval is too little for service_down_time: one heartbeat that is lost takes a host out. */
const FEWEST_HEARTBEATS = 2

/** Last release with the zk driver. */
const LAST_WITH_ZK = 12

/** How it is known which hosts are alive: the ServiceGroup driver, heartbeats, and how old they may be. */
export function checkLiveness(facts: Facts): CheckFinding[] {
  return [...driver(facts), ...heartbeats(facts), ...cachedHeartbeats(facts)]
}

function driver(facts: Facts): CheckFinding[] {
  const { conf, servicegroup, number } = facts
  const name = conf.core.servicegroup_driver
  const at = spotOf(facts, 'servicegroup_driver')
  const drivers = [...SERVICEGROUP_DRIVERS.keys()].filter((key) => key !== 'zk' || number <= LAST_WITH_ZK)
  if (servicegroup?.code === 'CONF_INVALID') {
    const option = nameOf(facts, 'memcached_servers')
    const fix = `Write ${option} = host1:11211,host2:11211, or servicegroup_driver = db`
    return [finding('memcached-missing', { at, message: `${option} not defined: the mc driver needs them`, fix })]
  }
  if (servicegroup !== null || (name === 'zk' && number > LAST_WITH_ZK)) {
    const near = nearDriver(name, drivers)
    const fix =
      near === undefined ? `Write ${listed(drivers, 'or')}.` : `Did you mean ${near}? Known are ${listed(drivers)}.`
    const gone = name === 'zk' ? `: Nova dropped the zk driver in mitaka` : ''
    const message = `unknown ServiceGroup driver name: ${shown(name)}${gone}`
    return [finding('servicegroup-unknown', { at, message, fix })]
  }
  if (name === 'zk' && (conf.core.zookeeper_address ?? '') === '') {
    const fix = 'Write in the section [zookeeper]: address = host1:2181,host2:2181'
    return [finding('zookeeper-missing', { at, message: 'the zk driver needs [zookeeper] address', fix })]
  }
  return []
}

/** People write the whole name, or the path of Nova's class. */
function nearDriver(name: string, drivers: readonly string[]): string | undefined {
  const words: readonly (readonly [RegExp, string])[] = [
    [/zoo|zk/i, 'zk'],
    [/mem|mc/i, 'mc'],
    [/db|database|sql/i, 'db'],
  ]
  const meant = words.find(([pattern]) => pattern.test(name))?.[1] ?? nearName(name, drivers)
  return meant !== undefined && drivers.includes(meant) ? meant : undefined
}

function heartbeats(facts: Facts): CheckFinding[] {
  const { report_interval: interval, service_down_time: downTime, servicegroup_driver: name } = facts.conf.core
  // The zk driver has sessions, and another one what it has.
  if (name !== 'db' && name !== 'mc') return []
  if (interval <= 0) {
    const fix = 'Write the seconds between two heartbeats: report_interval = 10'
    const message = `${interval} turns heartbeats off`
    return [finding('heartbeat-off', { at: spotOf(facts, 'report_interval'), message, fix })]
  }
  const at = spotOf(facts, isSet(facts, 'service_down_time') ? 'service_down_time' : 'report_interval')
  const fix = `Write service_down_time = ${6 * interval}, or a shorter report_interval.`
  const both = `service_down_time is ${downTime}, report_interval ${interval}`
  if (downTime <= interval) {
    const message = `${both}: Nova takes ${Math.trunc(interval * 2.5)} in place of ${downTime}`
    return [finding('down-time-overridden', { at, message, fix })]
  }
  if (downTime > FEWEST_HEARTBEATS * interval) return []
  return [finding('down-time-tight', { at, message: `${both}: no more than two heartbeats`, fix })]
}

/** What a period of 0 stands for, in seconds. */
const DEFAULT_PERIOD = 60

/** The caching scheduler asks the db driver about services as it read them last. */
function cachedHeartbeats(facts: Facts): CheckFinding[] {
  const { core } = facts.conf
  if (facts.driver !== 'CachingScheduler' || core.servicegroup_driver !== 'db') return []
  if (!facts.enabled.has('ComputeFilter')) return []
  const { report_interval: interval, service_down_time: downTime, periodic_task_interval: task } = core
  const name = nameOf(facts, 'periodic_task_interval')
  const at = spotOf(facts, isSet(facts, 'periodic_task_interval') ? 'periodic_task_interval' : 'driver')
  const longest = downTime - interval
  const fix = `Write ${name} = ${Math.max(1, Math.min(longest - 1, Math.trunc(longest / 2)))}, or a longer service_down_time.`
  if (task < 0 || !core.periodic_enable) {
    const option = task < 0 ? `${name} = ${task}` : 'periodic_enable = False'
    const message = `with ${option} the hosts are read once, and every one counts as down ${downTime} seconds later`
    return [finding('caching-period', { at, message, fix })]
  }
  const period = task === 0 ? DEFAULT_PERIOD : task
  if (period + interval <= downTime) return []
  const message = `hosts are read every ${period} seconds, with heartbeats up to ${interval} seconds old: more than service_down_time = ${downTime}`
  return [finding('caching-period', { at, message, fix })]
}
