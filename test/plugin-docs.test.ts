import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createScheduler, parseConf } from '../packages/core/src/index.ts'

const ROOT = join(import.meta.dirname, '..')
const CONTRACT = join(ROOT, 'packages/core/dist/plugin/index.js')

/** The JavaScript of a document that declares a plugin of this name. */
function pluginIn(document: string, name: string): string {
  const blocks = Array.from(
    readFileSync(join(ROOT, document), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm),
    ([, code]) => code as string,
  )
  const code = blocks.find((block) => block.includes(`export const ${name} = define`))
  if (code === undefined) throw new Error(`${document} shows no ${name}`)
  return code.replace('@nova-sched/core/plugin', CONTRACT)
}

const REQUEST = {
  request_spec: {
    num_instances: 2,
    instance_properties: { project_id: 'p', os_type: null, memory_mb: 1024, vcpus: 1, root_gb: 1, ephemeral_gb: 0 },
    instance_type: { id: 1, name: 'm1', memory_mb: 1024, vcpus: 1, root_gb: 1, ephemeral_gb: 0, swap: 0 },
  },
  filter_properties: {},
}

test.each([
  [
    'README.md',
    'SmallOnlyFilter',
    'scheduler_available_filters = ./plugin.mjs\nscheduler_default_filters = SmallOnlyFilter',
    ['free', 'free'],
  ],
  [
    'docs/writing-a-plugin.md',
    'RackFilter',
    'scheduler_available_filters = ./plugin.mjs\nscheduler_default_filters = RackFilter',
    ['free', 'free'],
  ],
  ['docs/writing-a-plugin.md', 'EmptierHostWeigher', 'scheduler_weight_classes = ./plugin.mjs', ['free', 'free']],
  ['docs/writing-a-plugin.md', 'FirstZoneFirst', 'scheduler_driver = ./plugin.mjs', ['full', 'free']],
])('%s: %s works as it is shown', async (document, name, conf, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'plugin.mjs'), pluginIn(document, name))
  const size = { vcpus: 8, memory_mb: 16384, local_gb: 100 }
  const scheduler = await createScheduler({
    conf: parseConf(`[DEFAULT]\n${conf}\n`, { file: join(folder, 'nova.conf'), release: 'kilo' }),
    inventory: {
      hosts: [
        { host: 'full', ...size, memory_mb: 32768, stats: { num_instances: '40' } },
        { host: 'free', ...size, stats: { num_instances: '0' } },
      ],
      aggregates: [
        { id: 1, hosts: ['full'], metadata: { rack: 'r1' } },
        { id: 2, hosts: ['free'], metadata: { rack: 'r2' } },
      ],
    },
    resolveFrom: [ROOT],
  })
  const { destinations, error } = await scheduler.select(REQUEST)
  expect(error).toBeNull()
  expect(destinations.map(({ host }) => host)).toEqual(expected)
})
