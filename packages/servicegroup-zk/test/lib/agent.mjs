// A member in a process of its own: agent.mjs CONF HOST, with the driver as it is built.
import { ZooKeeperDriver } from '@nova-sched/servicegroup-zk'

const [conf, host] = process.argv.slice(2)
const defaults = Object.fromEntries(Object.entries(ZooKeeperDriver.options).map(([name, spec]) => [name, spec.default]))
const driver = ZooKeeperDriver.create({
  conf: { ...defaults, ...JSON.parse(conf) },
  log: { debug() {}, info() {}, warn: (message) => process.stderr.write(`${message}\n`) },
  clock: () => Date.now(),
  timer: {
    after(milliseconds, run) {
      const timeout = setTimeout(run, milliseconds).unref()
      return () => clearTimeout(timeout)
    },
  },
  pid: process.pid,
  random: Math.random,
})
process.once('SIGTERM', () => void driver.close())
await driver.join(host, 'compute', { binary: 'nova-compute' })
process.stdout.write('joined\n')
