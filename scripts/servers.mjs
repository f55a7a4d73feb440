// node scripts/servers.mjs [KIND…]: starts private servers on loopback, prints their addresses and what nova.conf says of
// them, and runs until Ctrl-C. Kinds: zookeeper, zookeeper-ensemble, mariadb, postgres, memcached; all, if none is named.
import { build, install } from './lib/setup.mjs'
import { prepareMachine } from './lib/test-machine.mjs'

const zookeeperLines = ({ address }) => ['servicegroup_driver = zk', '', '[zookeeper]', `address = ${address}`]
const databaseLines = async (server) => [
  'servicegroup_driver = db',
  '',
  '[database]',
  `connection = ${await server.connection('nova')}`,
]
const memcachedLines = ({ address }) => [
  'servicegroup_driver = mc',
  '# Kilo reads memcached_servers, later releases read [cache].',
  `memcached_servers = ${address}`,
  '',
  '[cache]',
  'enabled = true',
  'backend = dogpile.cache.memcached',
  `memcache_servers = ${address}`,
]

const KINDS = {
  zookeeper: { needs: 'zookeeper', start: 'startZooKeeper', lines: zookeeperLines },
  'zookeeper-ensemble': { needs: 'zookeeper', start: 'startZooKeeperEnsemble', lines: zookeeperLines },
  mariadb: { needs: 'mariadb', start: 'startMariaDb', lines: databaseLines },
  postgres: { needs: 'postgres', start: 'startPostgres', lines: databaseLines },
  memcached: { needs: 'memcached', start: 'startMemcached', lines: memcachedLines },
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(KINDS)
const unknown = names.filter((name) => !Object.hasOwn(KINDS, name))
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}. Known: ${Object.keys(KINDS).join(', ')}\n`)
  process.exit(2)
}

install()
build()
const missing = await prepareMachine([...new Set(names.map((name) => KINDS[name].needs))])
for (const why of missing) process.stderr.write(`${why}\n`)
if (missing.length > 0) process.exit(2)

let isOver = false
const asked = new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
void asked.then(() => (isOver = true))
const servers = await import('@nova-sched/test-servers')
const started = []
try {
  for (const name of names) {
    if (isOver) break
    const server = await servers[KINDS[name].start]()
    started.push(server)
    await tell(name, server)
  }
  if (!isOver) process.stdout.write('\nCtrl-C ends them all.\n')
  await waitFor(asked)
} catch (error) {
  // One that is just being started may hear the Ctrl-C, too.
  if (!isOver) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
} finally {
  await Promise.all(started.map((server) => server.close()))
}

async function tell(name, server) {
  const members = server.servers ?? [server]
  const pids = members.map(({ pid }) => pid).join(', ')
  process.stdout.write(`\n# ${name}: ${server.address} (pid ${pids})\n`)
  process.stdout.write(`# data and log: ${members.map(({ folder }) => folder).join(', ')}\n`)
  process.stdout.write(`[DEFAULT]\n${(await KINDS[name].lines(server)).join('\n')}\n`)
}

/** A promise alone does not keep a process. */
async function waitFor(promise) {
  const timer = setInterval(() => undefined, 60_000)
  await promise
  clearInterval(timer)
}
