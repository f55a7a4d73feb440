import { int, NovaSchedError, str, type OptionValues } from '@nova-sched/core/plugin'
import { nodeName } from './names.ts'

/** Options of the driver: Nova's own, and `auth`. */
export const OPTIONS = {
  address: str(null, {
    group: 'zookeeper',
    help: 'The ZooKeeper servers, as host1:port1,host2:port2; a path behind them, as in host1:2181/cloud1, is put before every node.',
  }),
  recv_timeout: int(4000, {
    group: 'zookeeper',
    min: 1,
    help: 'Milliseconds after which a session that is not heard of ends, and with it its memberships. The servers have bounds of their own.',
  }),
  sg_prefix: str('/servicegroups', { group: 'zookeeper', help: 'The node under which services join.' }),
  sg_retry_interval: int(5, {
    group: 'zookeeper',
    min: 0,
    help: 'Seconds to wait before joining is tried again.',
  }),
  auth: str(null, {
    group: 'zookeeper',
    secret: true,
    help: 'digest:USER:PASSWORD. Nodes made with it are for its holders alone; without it they are for everybody, as in Nova. An option of nova-sched, not of Nova.',
  }),
}

/** A ZooKeeper server. */
export interface Server {
  readonly host: string
  readonly port: number
}

/** The options, understood. */
export interface Settings {
  /** For texts. Holds no secret. */
  readonly address: string
  readonly servers: readonly Server[]
  /** The session time-out that is asked for, in milliseconds. */
  readonly timeout: number
  /** The node under which services join, that of the address before it; empty: the root. */
  readonly root: string
  /** Milliseconds. */
  readonly retryInterval: number
  /** `user:password`. */
  readonly digest: string | null
}

const DEFAULT_PORT = 2181

/**
 * Understands the options.
 *
 * @throws CONF_INVALID with everything that is wrong with them
 */
export function readSettings(conf: OptionValues<typeof OPTIONS>): Settings {
  const wrong: string[] = []
  const address = (conf.address ?? '').trim()
  const slash = address.indexOf('/')
  const [hosts, chroot] = slash < 0 ? [address, ''] : [address.slice(0, slash), address.slice(slash)]
  const servers = readServers(hosts, wrong)
  const root = readPath(chroot, 'address', wrong) + readPath(conf.sg_prefix, 'sg_prefix', wrong)
  const digest = readAuth(conf.auth, wrong)
  if (wrong.length > 0) throw new NovaSchedError('CONF_INVALID', wrong.join('\n'), { group: 'zookeeper' })
  return { address, servers, timeout: conf.recv_timeout, root, retryInterval: conf.sg_retry_interval * 1000, digest }
}

function readServers(text: string, wrong: string[]): readonly Server[] {
  const parts = text.split(',').map((part) => part.trim())
  const named = parts.filter((part) => part !== '')
  if (named.length === 0) wrong.push('[zookeeper] address: the zk driver needs it, as host1:2181,host2:2181')
  return named.flatMap((part) => {
    const [, ipv6, name, digits] = /^(?:\[([^\]\s]+)\]|([^:[\]\s]+))(?::(\d+))?$/.exec(part) ?? []
    const [host, port] = [ipv6 ?? name, Number(digits ?? DEFAULT_PORT)]
    if (host !== undefined && port > 0 && port < 65536) return [{ host, port }]
    wrong.push(`[zookeeper] address: ${JSON.stringify(part)} is no server: write host:port, or [IPv6 address]:port`)
    return []
  })
}

function readPath(text: string, option: string, wrong: string[]): string {
  const path = text.trim().replace(/\/+$/, '')
  const [first, ...names] = path.split('/')
  const isPath = first === '' && names.every((name) => name !== '' && isPlain(name))
  if (path === '' || isPath) return path
  wrong.push(`[zookeeper] ${option}: ${JSON.stringify(text)} is no path of a node: write it as /name/name`)
  return ''
}

function isPlain(name: string): boolean {
  try {
    return nodeName(name) === name
  } catch {
    return false
  }
}

function readAuth(text: string | null, wrong: string[]): string | null {
  if (text === null || text === '') return null
  const digest = /^digest:([^:]+:.+)$/s.exec(text)?.[1]
  if (digest === undefined) wrong.push('[zookeeper] auth: write it as digest:USER:PASSWORD (the value is not shown)')
  return digest ?? null
}
