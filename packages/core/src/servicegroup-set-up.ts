import type { Conf } from './conf/conf.ts'
import { findRelease } from './conf/release-names.ts'
import { NovaSchedError } from './errors.ts'
import type { ServiceGroupDriverPlugin } from './plugin/servicegroup-driver.ts'
import type { ServiceStore, ServiceStorePlugin } from './plugin/service-store.ts'
import { servicegroupDriver } from './plugin-choice.ts'
import { findPlugins, ofPackage } from './registry/find.ts'
import { checkServicegroupName } from './registry/servicegroup-name.ts'
import { serviceGroupRules } from './releases.ts'
import { ServiceGroup } from './servicegroup/servicegroup.ts'
import { SYSTEM_CLOCK, type Clock } from './util/clock.ts'
import { SILENT_LOG, type Log } from './util/log.ts'
import { SYSTEM_TIMER, type Timer } from './util/timer.ts'

/** The package of the service store. */
const STORE_PACKAGE = '@nova-sched/servicegroup-db'

/** What a {@link ServiceGroup} is made by. */
export interface ServiceGroupOptions {
  readonly conf: Conf
  /** Folders that drivers are looked for from, after the folder of the file that names one. */
  readonly resolveFrom?: readonly string[]
  /** Number of this process. */
  readonly pid: number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly clock?: Clock
  readonly timer?: Timer
  readonly log?: Log
}

/**
 * Makes Nova's ServiceGroup API by a configuration: the driver of `servicegroup_driver`, and the records of services in
 * `[database] connection`. A store that is away is not waited for.
 *
 * @throws DRIVER_NOT_FOUND, PLUGIN_NOT_FOUND, CONF_INVALID, or what is wrong with the driver that is named
 */
export async function createServiceGroup(options: ServiceGroupOptions): Promise<ServiceGroup> {
  const { conf, clock = SYSTEM_CLOCK, timer = SYSTEM_TIMER, log = SILENT_LOG, pid, random } = options
  const resolveFrom = [...(options.resolveFrom ?? []), import.meta.dirname]
  const { report_interval: reportInterval } = conf.core
  const rules = serviceGroupRules(findRelease(conf.releaseName)?.number ?? 0)
  const serviceDownTime = mendedDownTime(conf, log)
  const plugin = await findDriver(conf, resolveFrom)
  const store = await makeStore(conf, resolveFrom, { clock, log })
  const driver = plugin.create({
    conf: conf.read(plugin.options ?? {}),
    rules,
    log,
    clock,
    timer,
    store,
    reportInterval,
    serviceDownTime,
    pid,
    random,
  })
  await driver.start(new AbortController().signal)
  return new ServiceGroup({ name: plugin.name, driver, store, rules, serviceDownTime, clock, timer, random })
}

/** Nova's own mending: a limit that no heartbeat can keep is raised to two and a half intervals. */
function mendedDownTime({ core }: Conf, log: Log): number {
  const { service_down_time: downTime, report_interval: interval } = core
  if (downTime > interval) return downTime
  const mended = Math.trunc(interval * 2.5)
  log.warn(
    `service_down_time (${downTime}) must be more than report_interval (${interval}): ${mended} counts, as in Nova`,
  )
  return mended
}

async function findDriver(conf: Conf, resolveFrom: readonly string[]): Promise<ServiceGroupDriverPlugin> {
  const named = servicegroupDriver(conf)
  checkServicegroupName(named, conf.core.memcached_servers, resolveFrom)
  const sources = { builtins: [], inTree: [], resolveFrom }
  const [first, second] = (await findPlugins(named, 'servicegroup-driver', sources)) ?? []
  if (first !== undefined && second === undefined) return first.plugin as ServiceGroupDriverPlugin
  const what = first === undefined ? 'holds no ServiceGroup driver' : 'holds several ServiceGroup drivers'
  throw new NovaSchedError('PLUGIN_INVALID', `${named.place}: ${named.value} ${what}: name one that holds one`, {
    plugin: named.value,
  })
}

async function makeStore(
  conf: Conf,
  resolveFrom: readonly string[],
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<ServiceStore | null> {
  const { database_connection: connection, enable_new_services: enableNewServices } = conf.core
  if (connection === null || connection === '') return null
  const [found] = await ofPackage(STORE_PACKAGE, 'service-store', { resolveFrom })
  if (found === undefined) throw new NovaSchedError('PLUGIN_INVALID', `${STORE_PACKAGE} holds no service store`)
  const plugin = found.plugin as ServiceStorePlugin
  return plugin.create({
    conf: conf.read(plugin.options ?? {}),
    log,
    clock,
    connection,
    enableNewServices,
  })
}
