// What 10,000 members cost: `node packages/servicegroup-mc/bench/members.mjs [MEMBERS]`, after `npm run build`.
// A memcached of its own on this machine; all members are held by one process.
import { connect } from 'node:net'
import { MemcachedDriver } from '@nova-sched/servicegroup-mc'
import { startMemcached } from '@nova-sched/test-servers'

const MEMBERS = Number(process.argv[2] ?? 10_000)
const ROUNDS = 10
const REPORT_INTERVAL = 10
const COMPUTE = { binary: 'nova-compute' }

function driverOn(address, plain) {
  const options = Object.entries(MemcachedDriver.options)
  return MemcachedDriver.create({
    conf: {
      ...Object.fromEntries(options.map(([name, { default: value }]) => [name, value])),
      memcached_servers: [address],
      enabled: true,
    },
    rules: { heartbeat: 'report', forcedDownCounts: true, plainCacheKeys: plain },
    log: { debug() {}, info() {}, warn: (message) => process.stderr.write(`${message}\n`) },
    clock: () => Date.now(),
    // Heartbeats are counted by hand below.
    timer: { after: () => () => {} },
    store: null,
    reportInterval: REPORT_INTERVAL,
    serviceDownTime: 3600,
    pid: 1,
    random: Math.random,
  })
}

/** Counters of the server. */
function statistics(port) {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('stats\r\n'))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.endsWith('END\r\n')) return
      socket.destroy()
      resolve(
        Object.fromEntries(
          Array.from(text.matchAll(/^STAT (\S+) (\d+)\r$/gm), ([, name, value]) => [name, Number(value)]),
        ),
      )
    })
  })
}

async function timed(run) {
  const start = performance.now()
  await run()
  return performance.now() - start
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

async function measure(plain) {
  const server = await startMemcached()
  const driver = driverOn(server.address, plain)
  const names = Array.from({ length: MEMBERS }, (_, at) => `compute-${at}`)
  const before = await statistics(server.port)
  const joining = await timed(async () => {
    for (const name of names) await driver.join(name, 'compute', COMPUTE)
  })
  const written = await statistics(server.port)
  const asking = driverOn(server.address, plain)
  const first = await timed(() => asking.snapshot('compute', names))
  const read = await statistics(server.port)
  const again = []
  for (let round = 0; round < ROUNDS; round++) again.push(await timed(() => asking.snapshot('compute')))
  const { members } = await asking.snapshot('compute')
  const perBeat = (name) => (written[name] - before[name]) / MEMBERS
  const lines = [
    `${plain ? 'Kilo' : 'oslo.cache'}, ${members.length} members up`,
    `  first answer      ${first.toFixed(0)} ms, then ${median(again).toFixed(0)} ms (median of ${ROUNDS})`,
    `  an answer's bytes ${(read.bytes_read - written.bytes_read) / MEMBERS} asked, ${((read.bytes_written - written.bytes_written) / MEMBERS).toFixed(0)} answered for each member`,
    `  a heartbeat       ${(joining / MEMBERS).toFixed(2)} ms, ${perBeat('bytes_read').toFixed(0)} bytes to the server`,
    `  the store         ${MEMBERS / REPORT_INTERVAL} writes a second by heartbeats each ${REPORT_INTERVAL} s, ${((perBeat('bytes_read') * MEMBERS) / REPORT_INTERVAL / 1024).toFixed(0)} KiB/s`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  asking.close()
  await server.close()
}

await measure(true)
await measure(false)
process.exit()
