import { bool, int, list, multi, str } from '../../plugin/options.ts'
import { before, named, option } from './shape.ts'

const CACHE_HELP = { help: 'The memcached servers of the mc ServiceGroup driver, as host:port.' }

/** Options of services, and of how their liveness is known. */
export const SERVICE_OPTIONS = {
  servicegroup_driver: option(
    str('db', { help: 'How it is known whether a service is up: db, zk, mc, or a package, folder or file.' }),
    named('DEFAULT', 'servicegroup_driver'),
  ),
  report_interval: option(
    int(10, { help: 'Seconds between two heartbeats of a service.' }),
    named('DEFAULT', 'report_interval'),
  ),
  service_down_time: option(
    int(60, { help: 'A service counts as down when its last heartbeat is older than this many seconds.' }),
    named('DEFAULT', 'service_down_time'),
  ),
  periodic_enable: option(bool(true, { help: 'Periodic tasks run.' }), named('DEFAULT', 'periodic_enable')),
  periodic_fuzzy_delay: before(
    14,
    int(60, { help: 'The first periodic task runs after a random time up to this many seconds.' }),
    option(
      int(60, { min: 0, help: 'The first periodic task runs after a random time up to this many seconds.' }),
      named('DEFAULT', 'periodic_fuzzy_delay'),
    ),
  ),
  enable_new_services: option(
    bool(true, { help: 'A service that joins for the first time is enabled.' }),
    named('DEFAULT', 'enable_new_services'),
  ),
  host: option(
    str(null, { help: 'The name by which this machine is known. Not set: its host name.' }),
    named('DEFAULT', 'host'),
  ),
  memcached_servers: before(
    12,
    list([], CACHE_HELP),
    option(
      list(['localhost:11211'], CACHE_HELP),
      named('cache', 'memcache_servers', { since: 13 }),
      named('DEFAULT', 'memcached_servers', { until: 14, deprecatedSince: 13 }),
    ),
  ),
  zookeeper_address: option(
    str(null, { help: 'The ZooKeeper servers of the zk ServiceGroup driver, as host1:port1,host2:port2.' }),
    named('zookeeper', 'address'),
  ),
  zookeeper_recv_timeout: option(
    int(4000, { help: 'Milliseconds after which a ZooKeeper session that is not heard of ends.' }),
    named('zookeeper', 'recv_timeout'),
  ),
  zookeeper_sg_prefix: option(
    str('/servicegroups', { help: 'The ZooKeeper node under which services join.' }),
    named('zookeeper', 'sg_prefix'),
  ),
  zookeeper_sg_retry_interval: option(
    int(5, { help: 'Seconds to wait before joining is tried again.' }),
    named('zookeeper', 'sg_retry_interval'),
  ),
  zookeeper_auth: option(
    str(null, {
      secret: true,
      help: 'Who we are to ZooKeeper, as digest:USER:PASSWORD; our nodes are for its holders alone. Not set: for everybody, as in Nova.',
    }),
    named('zookeeper', 'auth'),
  ),
  database_connection: option(
    str(null, { secret: true, help: "Nova's database, as driver://user:password@host/name." }),
    named('database', 'connection'),
    named('DEFAULT', 'sql_connection', { until: 25, deprecatedSince: 11 }),
    named('DATABASE', 'sql_connection', { until: 25, deprecatedSince: 11 }),
    named('sql', 'connection', { until: 25, deprecatedSince: 11 }),
  ),
}

const topic = (help: string, group: string, name: string, value: string) =>
  option(str(value, { help }), named(group, name, { until: 16 }))

const cap = (name: string) =>
  option(
    str(null, { help: `The RPC version, or release, that messages to ${name} are kept to. Not set: the newest.` }),
    named('upgrade_levels', name),
  )

/** Options of the conductor, and of messages between services. */
export const CONDUCTOR_OPTIONS = {
  conductor_use_local: option(
    bool(false, { help: 'The work of the conductor is done in the service itself.' }),
    named('conductor', 'use_local', { until: 14 }),
  ),
  conductor_topic: topic('The topic that the conductor listens on.', 'conductor', 'topic', 'conductor'),
  conductor_manager: option(
    str('nova.conductor.manager.ConductorManager', { help: 'Class of the conductor service. Read and not used.' }),
    named('conductor', 'manager', { until: 14 }),
  ),
  conductor_workers: option(
    int(null, { help: 'How many conductor processes to run. Not set: one for every CPU.' }),
    named('conductor', 'workers'),
  ),
  compute_topic: topic('The topic that compute services listen on.', 'DEFAULT', 'compute_topic', 'compute'),
  upgrade_levels_scheduler: cap('scheduler'),
  upgrade_levels_conductor: cap('conductor'),
  upgrade_levels_compute: cap('compute'),
  upgrade_levels_baseapi: cap('baseapi'),
}

/** Options of nova-sched that Nova does not know. */
export const OWN_OPTIONS = {
  nova_sched_release: option(
    str(null, {
      help: 'The release whose rules apply, such as kilo, zed or 2026.1. Not set: what the files look like.',
    }),
    named('nova_sched', 'release'),
  ),
  nova_sched_substitute: option(
    multi([], {
      help: 'A stand-in for a class of Nova that is not at hand, as Name:path. May be given several times.',
    }),
    named('nova_sched', 'substitute'),
  ),
  nova_sched_remembered_answers_mb: option(
    int(256, {
      min: 0,
      help: 'Memory, in MiB, for what plugins answered: what was used longest ago goes first. 0: they are asked each time.',
    }),
    named('nova_sched', 'remembered_answers_mb'),
  ),
}
