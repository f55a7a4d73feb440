// What 10,000 members cost: `node packages/servicegroup-zk/bench/members.mjs [MEMBERS]`, after `npm run build`.
// A ZooKeeper of its own on this machine; the members are held by one session, as many sessions are measured apart.
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startZooKeeper } from '@nova-sched/test-servers'
import { ZooKeeperDriver } from '@nova-sched/servicegroup-zk'

const MEMBERS = Number(process.argv[2] ?? 10_000)
const SESSIONS = 200
const CHANGES = 200
const NEW_HOSTS = 20
const IDLE_SECONDS = 10
const COMPUTE = { binary: 'nova-compute' }

let lastPid = 0

function driverOn(address, settings = {}) {
  const options = Object.entries(ZooKeeperDriver.options)
  return ZooKeeperDriver.create({
    conf: { ...Object.fromEntries(options.map(([name, spec]) => [name, spec.default])), address, ...settings },
    log: { debug() {}, info() {}, warn: (message) => process.stderr.write(`${message}\n`) },
    clock: () => Date.now(),
    timer: {
      after(milliseconds, run) {
        const timeout = setTimeout(run, milliseconds).unref()
        return () => clearTimeout(timeout)
      },
    },
    pid: (lastPid += 1),
    random: Math.random,
  })
}

/** A port that counts the bytes that pass to the server and back. */
async function counter(port) {
  const bytes = { up: 0, down: 0 }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) socket.setNoDelay().on('error', () => {})
    near.on('data', (chunk) => (bytes.up += chunk.length)).pipe(far)
    far.on('data', (chunk) => (bytes.down += chunk.length)).pipe(near)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${server.address().port}`,
    take: () => {
      const taken = { ...bytes }
      Object.assign(bytes, { up: 0, down: 0 })
      return taken
    },
    close: () => server.close(),
  }
}

/** The four-letter word `mntr`, as numbers; `zxid` counts the writes. */
async function statistics(port) {
  const ask = (word) =>
    new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(word))
      socket
        .on('data', (chunk) => (text += chunk))
        .on('end', () => resolve(text))
        .on('error', reject)
    })
  const numbers = Object.fromEntries((await ask('mntr')).split('\n').map((line) => line.split('\t')))
  const zxid = Number(/Zxid: (\S+)/.exec(await ask('srvr'))?.[1])
  return { writes: zxid, data: Number(numbers.zk_approximate_data_size), nodes: Number(numbers.zk_znode_count) }
}

const tell = (what, value) => process.stdout.write(`${what.padEnd(62)} ${value}\n`)
const kb = (bytes) => `${Math.round(bytes / 1024)} KB`
const since = (start) => performance.now() - start
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)].toFixed(1)
const nameOf = (index) => `compute-${String(index).padStart(5, '0')}.example.org`

const server = await startZooKeeper()
const cable = await counter(server.port)
try {
  const members = driverOn(server.address)
  await members.join('the-first', 'compute', COMPUTE)
  await members.leave('the-first', 'compute')
  const empty = await statistics(server.port)
  let start = performance.now()
  await Promise.all(Array.from({ length: MEMBERS }, (_, index) => members.join(nameOf(index), 'compute', COMPUTE)))
  const joined = await statistics(server.port)
  tell(`${MEMBERS} members join for the first time`, `${(since(start) / 1000).toFixed(2)} s`)
  tell('  writes at the store, each', ((joined.writes - empty.writes) / MEMBERS).toFixed(2))
  tell('  data at the store', kb(joined.data - empty.data))

  const reader = driverOn(cable.address)
  start = performance.now()
  const cpu = process.cpuUsage()
  const first = await reader.snapshot('compute')
  const { user, system } = process.cpuUsage(cpu)
  tell(
    'time to the first answer',
    `${since(start).toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of it this process`,
  )
  if (first.members.length !== MEMBERS) throw new Error(`${first.members.length} members of ${MEMBERS}`)
  const read = cable.take()
  tell('  bytes to and from the store', `${kb(read.up)}, ${kb(read.down)}`)
  start = performance.now()
  for (let count = 0; count < 1000; count++) await reader.snapshot('compute')
  tell('a later answer', `${since(start).toFixed(0)} µs`)

  let heard = () => {}
  let seen = () => false
  reader.watch('compute', (liveness) => liveness !== null && seen(liveness) && heard())
  await sleep(500)
  const timed = async (isSo, run) => {
    seen = isSo
    const done = new Promise((resolve) => (heard = resolve))
    const begun = performance.now()
    await run()
    await done
    return since(begun)
  }
  cable.take()
  const changes = []
  for (let index = 0; index < CHANGES / 2; index++) {
    const name = nameOf(index)
    changes.push(
      await timed(
        (liveness) => liveness.of(name).state === 'down',
        () => members.leave(name, 'compute'),
      ),
      await timed(
        (liveness) => liveness.of(name).state === 'up',
        () => members.join(name, 'compute', COMPUTE),
      ),
    )
  }
  const changed = cable.take()
  tell(`one leaves or comes back, until a watcher is told (median of ${CHANGES})`, `${median(changes)} ms`)
  tell(
    '  bytes to and from the store, each',
    `${Math.round(changed.up / CHANGES)}, ${Math.round(changed.down / CHANGES)}`,
  )
  const added = []
  for (let index = 0; index < NEW_HOSTS; index++) {
    const name = nameOf(MEMBERS + index)
    added.push(
      await timed(
        (liveness) => liveness.of(name).state === 'up',
        () => members.join(name, 'compute', COMPUTE),
      ),
    )
  }
  const bytes = cable.take()
  tell(`a host that was never there joins (median of ${NEW_HOSTS})`, `${median(added)} ms`)
  tell('  bytes to and from the store, each', `${kb(bytes.up / NEW_HOSTS)}, ${kb(bytes.down / NEW_HOSTS)}`)

  const total = MEMBERS + NEW_HOSTS
  const gone = await timed(
    (liveness) => liveness.members.length === 0,
    () => members.close(),
  )
  tell(`all ${total} go at once, until a watcher is told`, `${gone.toFixed(0)} ms`)
  await reader.close()

  cable.take()
  const alone = Array.from({ length: SESSIONS }, () => driverOn(cable.address))
  await Promise.all(alone.map((driver, index) => driver.join(nameOf(index), 'compute', COMPUTE)))
  cable.take()
  const before = await statistics(server.port)
  await sleep(IDLE_SECONDS * 1000)
  const idle = cable.take()
  const after = await statistics(server.port)
  tell(
    `${SESSIONS} members of a session each, idle: writes at the store`,
    `${(after.writes - before.writes) / IDLE_SECONDS} a second`,
  )
  const each = (count) => (count / IDLE_SECONDS / SESSIONS).toFixed(0)
  tell('  bytes a second to and from the store, each', `${each(idle.up)}, ${each(idle.down)}`)
  await Promise.all(alone.map((driver) => driver.close()))
} finally {
  cable.close()
  await server.close()
}
