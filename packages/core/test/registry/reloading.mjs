// A program that embeds the scheduler: reads its configuration anew and decides whenever it is told to.
// node reloading.mjs NOVA_CONF; each message is { text, same }, the answer { error, answer, files }.
import { createScheduler, parseConf, pluginFiles } from '../../dist/index.js'

const file = process.argv[2]
const read = (text) => parseConf(text, { file, release: 'kilo' })
const inventory = { hosts: [{ host: 'h1', vcpus: 8, memory_mb: 8192, local_gb: 100 }] }
const size = { memory_mb: 512, vcpus: 1, root_gb: 1, ephemeral_gb: 0 }
const request = {
  request_spec: {
    num_instances: 1,
    instance_properties: { uuid: 'u', project_id: 'p', os_type: null, vm_state: 'building', ...size },
    instance_type: { id: 1, name: 'm1', swap: 0, extra_specs: {}, ...size },
    image: { properties: {} },
  },
  filter_properties: { scheduler_hints: {} },
}
let conf
let scheduler

process.on('message', ({ text, same }) => void answer(text, same).then((told) => process.send(told)))
// Node tells a module that breaks twice: to who imports it, and here.
process.on('uncaughtException', () => {})

async function answer(text, same) {
  let error = null
  try {
    conf = same ? conf : read(text)
    if (scheduler === undefined) scheduler = await createScheduler({ conf, inventory })
    else await scheduler.reload(conf)
  } catch (thrown) {
    error = thrown.message
  }
  const decision = await scheduler?.select(request)
  const reasons = Object.keys(decision?.error?.reasons ?? {})
  return { error, answer: decision?.error === null ? 'placed' : reasons.join(), files: pluginFiles() }
}
