import {
  float,
  list,
  NovaSchedError,
  str,
  bool,
  type OptionValues,
  type ServiceGroupRules,
} from '@nova-sched/core/plugin'
import { byCrc, byScore, type Distribution, type ServerAddress } from './distribution.ts'

/** Options of the driver. The servers stand where the release keeps them: [DEFAULT] or [cache]. */
export const MC_OPTIONS = {
  memcached_servers: list([], { help: 'The memcached servers of the mc ServiceGroup driver, as host:port.' }),
  enabled: bool(false, {
    group: 'cache',
    help: "Nova's own mc driver works only with this switched on (Mitaka and later).",
  }),
  backend: str('dogpile.cache.null', {
    group: 'cache',
    help: 'The memcached client of Nova, which decides on which of several servers a key lies (Mitaka and later).',
  }),
  memcache_socket_timeout: float(1, {
    group: 'cache',
    help: 'Seconds until a memcached server that does not answer counts as away.',
  }),
}

/** What the driver makes of its options. */
export interface Settings {
  readonly servers: readonly ServerAddress[]
  readonly distribution: Distribution
  /** Milliseconds until a server that does not answer counts as away. */
  readonly limit: number
  /** What an operator should know. */
  readonly warnings: readonly string[]
}

const DEFAULT_PORT = 11211
/** Where oslo.cache looks when nothing is set. */
const DEFAULT_SERVER = { host: 'localhost', port: DEFAULT_PORT }
/** Backends of oslo.cache by how they spread keys. */
const BY_CRC = ['dogpile.cache.memcached', 'oslo_cache.memcache_pool']
const BY_SCORE = ['dogpile.cache.pymemcache']

/**
 * Checks what the options say.
 *
 * @throws CONF_INVALID with every server that is no host:port, or when there is none
 */
export function readSettings(conf: OptionValues<typeof MC_OPTIONS>, { plainCacheKeys }: ServiceGroupRules): Settings {
  const written = conf.memcached_servers
  if (written.length === 0 && plainCacheKeys)
    throw invalid('memcached_servers not defined: the mc driver needs them, as host:port')
  const servers = written.length === 0 ? [DEFAULT_SERVER] : parseServers(written)
  const limit = Math.max(conf.memcache_socket_timeout, 0.1) * 1000
  if (plainCacheKeys) return { servers, limit, distribution: byCrc(servers), warnings: [] }
  const distribution = BY_SCORE.includes(conf.backend) ? byScore(servers) : byCrc(servers)
  return { servers, limit, distribution, warnings: warningsOf(conf, servers) }
}

function parseServers(written: readonly string[]): ServerAddress[] {
  const servers = written.map(parseServer)
  const wrong = written.filter((_, at) => servers[at] === null)
  if (wrong.length === 0) return servers.filter((server) => server !== null)
  throw invalid(`memcached_servers: ${wrong.map((text) => JSON.stringify(text)).join(', ')} is not host:port`)
}

/** `host`, `host:port`, `[v6]:port`, and `inet6:[v6]:port`, which python-memcached wants. */
function parseServer(written: string): ServerAddress | null {
  const [, v6, name, port = String(DEFAULT_PORT)] =
    /^(?:inet6?:)?(?:\[([0-9a-fA-F:.%\w]+)\]|([^\s:/[\]@,]+))(?::([0-9]{1,5}))?$/.exec(written.trim()) ?? []
  const host = v6 ?? name
  return host === undefined || Number(port) < 1 || Number(port) > 65535 ? null : { host, port: Number(port) }
}

function warningsOf(
  { enabled, backend }: OptionValues<typeof MC_OPTIONS>,
  servers: readonly ServerAddress[],
): string[] {
  const warnings: string[] = []
  if (!enabled) warnings.push("[cache] enabled is not true: Nova's own mc driver needs it, and would not meet this one")
  else if (![...BY_CRC, ...BY_SCORE].includes(backend) && servers.length > 1)
    warnings.push(
      `[cache] backend = ${backend}: keys are spread over the servers as dogpile.cache.memcached does, which may be otherwise there`,
    )
  return warnings
}

function invalid(message: string): NovaSchedError {
  return new NovaSchedError('CONF_INVALID', message, { option: 'memcached_servers' })
}
