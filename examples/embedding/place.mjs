// Places a few instances from a program: node examples/embedding/place.mjs
import { buildRequest, createScheduler, DEFAULT_REQUEST_RULES, inventoryFrom, parseConf } from '@nova-sched/core'

const conf = parseConf('[DEFAULT]\nscheduler_default_filters = ComputeFilter,RamFilter\n', { release: 'kilo' })
const { inventory } = inventoryFrom({
  hosts: [
    { host: 'compute-01', vcpus: 8, memory_mb: 16384, local_gb: 500 },
    { host: 'compute-02', vcpus: 8, memory_mb: 32768, local_gb: 500 },
  ],
  flavors: [{ name: 'm1.large', vcpus: 4, memory_mb: 8192, root_gb: 80, ephemeral_gb: 0, swap: 0 }],
})

const scheduler = await createScheduler({ conf, inventory })
const { request } = buildRequest({ flavor: 'm1.large', count: 3 }, { inventory, rules: DEFAULT_REQUEST_RULES })
const { destinations, error } = await scheduler.select(request)

if (error !== null) throw new Error(error.message)
for (const { host, weight } of destinations) console.log(`${host} ${weight}`)
scheduler.close()
