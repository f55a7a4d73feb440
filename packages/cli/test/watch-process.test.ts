import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith } from './program.ts'
import { watched, type Watched } from './watched.ts'

const BIN = join(import.meta.dirname, '../bin/nova-sched.js')
const GOOD = {
  'nova.conf': `[DEFAULT]
scheduler_available_filters = nova.scheduler.filters.all_filters
scheduler_available_filters = ./rack.mjs
scheduler_default_filters = RamFilter,RackFilter
`,
  'cloud.json': '{"hosts": [{"host": "a", "memory_mb": 4096}, {"host": "b", "memory_mb": 2048}]}',
  'boot.json': '{"flavor": {"vcpus": 1, "memory_mb": 1024}}',
  'rack.mjs': `import { defineFilter, reject } from '@nova-sched/core/plugin'
import { full } from './full.mjs'
export const f = defineFilter({
  name: 'RackFilter',
  reasons: { rack_full: 'the rack is full' },
  create: () => () => ({ host }) => !full.includes(host) || reject('rack_full', {}),
})
`,
  'full.mjs': 'export const full = []\n',
}

/** A dry run in a process of its own, its streams as one, as in a terminal. */
function dryRun(cwd: string, more = ''): Watched & { readonly child: ChildProcess } {
  const files = '--config-file nova.conf --inventory cloud.json --request boot.json'
  const child = spawn('sh', ['-c', `exec "$0" "$1" dry-run --watch ${files} ${more} 2>&1`, process.execPath, BIN], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill())
  const gathered = watched()
  child.stdout.pipe(gathered.output, { end: false })
  return { ...gathered, child }
}

test('ten bad edits are survived, and the eleventh shows; Ctrl-C ends it with 130', async () => {
  const cwd = folderWith(GOOD)
  const { until, child } = dryRun(cwd)
  expect(await until(/^/)).toMatch(/RackFilter +2 +2/)
  const edits: readonly (readonly [file: keyof typeof GOOD, text: string | null, told: RegExp])[] = [
    ['nova.conf', `${GOOD['nova.conf']}  no option\nnor this\n`, /error: .*nova\.conf/],
    ['nova.conf', `${GOOD['nova.conf']}scheduler_max_attempts = many\n`, /must be a whole number/],
    ['nova.conf', GOOD['nova.conf'].replace(',RackFilter', ',RockFilter'), /did you mean RackFilter/],
    ['nova.conf', null, /no such file/],
    ['cloud.json', '{"hosts": [{"host": "a", ', /error: cloud\.json/],
    ['boot.json', '{"flavour": {}}', /flavour: is not known/],
    ['rack.mjs', 'export const f = (', /cannot be loaded/],
    ['full.mjs', `${GOOD['full.mjs']}throw new Error("no licence")`, /no licence/],
    ['full.mjs', `${GOOD['full.mjs']}process.exit(0)`, /tried to end the process/],
    ['full.mjs', `${GOOD['full.mjs']}Promise.reject(new Error("lost"))`, /outside of any call: lost/],
  ]
  for (const [file, text, told] of edits) {
    for (const [name, good] of Object.entries(GOOD)) if (name !== file) writeFileSync(join(cwd, name), good)
    await until(/^/)
    if (text === null) rmSync(join(cwd, file))
    else writeFileSync(join(cwd, file), text)
    const output = await until(told)
    expect(output).toMatch(/Placed 1 of 1/)
    if (!told.source.startsWith('outside')) expect(output).toMatch(/watch: goes on with the last good \w+/)
  }
  writeFileSync(join(cwd, 'full.mjs'), 'export const full = ["a"]\n')
  expect(await until(/RackFilter +2 +1/)).not.toMatch(/error|goes on/)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
})

test('programs read one JSON document a line, and SIGTERM ends it', async () => {
  const cwd = folderWith(GOOD)
  const { until, child } = dryRun(cwd, '--format json')
  await until(/^\{.*"host":"a".*\}$/m)
  writeFileSync(join(cwd, 'full.mjs'), 'export const full = ["a"]\n')
  await until(/^\{.*"host":"b".*\}$/m)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})
