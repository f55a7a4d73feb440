import { buildRequest, createScheduler, DEFAULT_REQUEST_RULES, inventoryFrom, loadConf } from '@nova-sched/core'
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'

const { inventory } = inventoryFrom({
  hosts: [
    { host: 'old', vcpus: 8, memory_mb: 8192, local_gb: 100 },
    { host: 'new', vcpus: 8, memory_mb: 4096, local_gb: 100 },
  ],
  aggregates: [{ id: 1, name: 'canaries', hosts: ['new'], metadata: { canary: 'true' } }],
})
const flavor = { vcpus: 1, memory_mb: 2048, root_gb: 10 }

/** @type {(project: string, count: number) => Promise<string[] | string>} */
async function place(project, count) {
  const conf = await loadConf({ configFiles: ['nova.conf'], cwd: import.meta.dirname, home: null })
  const scheduler = await createScheduler({ conf, inventory })
  const asked = { flavor, count, project_id: project }
  const { request } = buildRequest(asked, { inventory, rules: DEFAULT_REQUEST_RULES })
  const { destinations, error } = await scheduler.select(request)
  scheduler.close()
  return error?.code ?? destinations.map(({ host }) => host)
}

test('a canary project fills the canary hosts first', async () => {
  deepEqual(await place('ci', 3), ['new', 'new', 'old'])
})

test('other projects fill the other hosts first', async () => {
  deepEqual(await place('shop', 5), ['old', 'old', 'old', 'old', 'new'])
})

test('no place anywhere is no valid host', async () => {
  equal(await place('ci', 7), 'NO_VALID_HOST')
})
