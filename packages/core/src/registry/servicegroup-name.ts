import { NovaSchedError } from '../errors.ts'
import { SERVICEGROUP_DRIVERS } from './aliases.ts'
import type { NamedValue } from './plugin-set.ts'
import { resolveModules } from './resolve.ts'

/**
 * Checks the name of the ServiceGroup driver: db, zk, mc, or a package, folder or file that is there. The driver is
 * not loaded.
 *
 * @param memcachedServers - `memcached_servers`, which mc cannot do without
 * @throws DRIVER_NOT_FOUND for any other name, CONF_INVALID for mc without servers
 */
export function checkServicegroupName(
  { value, folder, place }: NamedValue,
  memcachedServers: readonly string[],
  resolveFrom: readonly string[],
): void {
  if (value === 'mc' && memcachedServers.length === 0) {
    throw new NovaSchedError('CONF_INVALID', `${place}: memcached_servers not defined: the mc driver needs them`, {
      option: 'memcached_servers',
    })
  }
  const bases = folder === null ? resolveFrom : [folder, ...resolveFrom]
  if (SERVICEGROUP_DRIVERS.has(value) || resolveModules(value, bases) !== null) return
  const known = [...SERVICEGROUP_DRIVERS.keys()].join(', ')
  const message = `${place}: unknown ServiceGroup driver name: ${value} (${known}, or a package, folder or file)`
  throw new NovaSchedError('DRIVER_NOT_FOUND', message, { driver: value })
}
