import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { folderWith } from './program.ts'

const BIN = join(import.meta.dirname, '../bin/nova-sched.js')
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))
const HAS_TERMINALS = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

/** Each request waits for a file of its own, and tells that it does. */
const WAITING = `import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { defineFilter } from '@nova-sched/core/plugin'
let asked = 0
export const f = defineFilter({ name: 'Waiting', volatile: true, create: () => ({
  async load() {
    asked += 1
    console.log('asked ' + asked)
    while (!existsSync('go-' + asked)) await setTimeout(10)
  },
  prepare: () => () => true,
}) })
`
/** Takes long enough for progress to show. */
const SLOW = WAITING.replace(/while .*/, 'await setTimeout(400)')
const FILES = {
  'nova.conf': '[DEFAULT]\nscheduler_available_filters = ./plugin.mjs\nscheduler_default_filters = Waiting\n',
  'cloud.json': '{"hosts": [{"host": "a", "vcpus": 1, "memory_mb": 4096, "local_gb": 10}]}',
  'boot.json': JSON.stringify(Array(4).fill({ flavor: { vcpus: 1, memory_mb: 1024 } })),
}
const ARGS = ['--config-file', 'nova.conf', '--inventory', 'cloud.json', '--request', 'boot.json', '--format', 'json']

/** A command that runs, with what it has printed so far. */
class Running {
  readonly cwd: string
  readonly child: ChildProcessWithoutNullStreams
  stdout = ''
  stderr = ''

  constructor(command: string, args: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
    this.cwd = folderWith({ ...FILES, 'plugin.mjs': WAITING, ...files })
    this.child = spawn(process.execPath, [BIN, command, ...ARGS, ...args], { cwd: this.cwd, env: ENV })
    this.child.stdout.on('data', (chunk) => (this.stdout += String(chunk)))
    this.child.stderr.on('data', (chunk) => (this.stderr += String(chunk)))
  }

  async told(text: string): Promise<void> {
    while (!this.stderr.includes(text)) {
      await new Promise((resolve) => this.child.stderr.once('data', resolve))
    }
  }

  go(request: number): void {
    writeFileSync(join(this.cwd, `go-${request}`), '')
  }

  interrupt(): void {
    this.child.kill('SIGINT')
  }

  ended(): Promise<number | null> {
    return new Promise((resolve) => this.child.once('close', resolve))
  }
}

describe.each(['dry-run', 'explain'])('%s of several requests, interrupted', (command) => {
  let running: Running
  const start = (...args: string[]): Running => (running = new Running(command, args))
  afterEach(() => running.child.kill('SIGKILL'))

  test('ends with the request that is being decided, and prints what was', async () => {
    const run = start()
    run.go(1)
    await run.told('asked 2')
    run.interrupt()
    await run.told('Ctrl-C again')
    run.go(2)
    expect(await run.ended()).toBe(130)
    expect(JSON.parse(run.stdout)).toMatchObject([{ error: null }, { error: null }])
    expect(JSON.parse(run.stdout)).toHaveLength(2)
    expect(run.stderr).toContain('interrupted: 2 of 4 requests were decided, requests 3 to 4 were not\n')
    expect(run.stderr).not.toContain('asked 3')
  })

  test('prints a list when one was decided of several, and says which were not', async () => {
    const run = start()
    await run.told('asked 1')
    run.interrupt()
    await run.told('Ctrl-C again')
    run.go(1)
    expect(await run.ended()).toBe(130)
    expect(JSON.parse(run.stdout)).toHaveLength(1)
    expect(run.stderr).toContain('interrupted: 1 of 4 requests was decided, requests 2 to 4 were not\n')
  })

  test('a second time, ends at once', async () => {
    const run = start()
    await run.told('asked 1')
    run.interrupt()
    await run.told('Ctrl-C again')
    run.interrupt()
    expect(await run.ended()).toBe(130)
    expect(run.stdout).toBe('')
  })

  test('saves no case', async () => {
    const run = start('--save-case', 'case')
    await run.told('asked 1')
    run.interrupt()
    await run.told('Ctrl-C again')
    run.go(1)
    expect(await run.ended()).toBe(130)
    expect(run.stderr).toContain('case: not saved, as the run was interrupted\n')
  })
})

/** So many instances in one request take minutes. */
const MANY = 100_000

describe.each(['dry-run', 'explain'])('%s of one request for many instances, interrupted', (command) => {
  const boot = { flavor: { vcpus: 1, memory_mb: 1024 }, count: MANY }
  const busy = `import { defineFilter } from '@nova-sched/core/plugin'
let asked = 0
export const f = defineFilter({ name: 'Waiting', volatile: true, create: () => ({ prepare: () => {
  asked += 1
  if (asked === 3) console.log('asked 3')
  const until = performance.now() + 5
  while (performance.now() < until);
  return () => true
} }) })
`
  test('ends with the instance that is being decided, also where nothing is waited for', async () => {
    const run = new Running(command, [], { 'boot.json': JSON.stringify(boot), 'plugin.mjs': busy })
    await run.told('asked 3')
    run.interrupt()
    expect(await run.ended()).toBe(130)
    expect(run.stderr).toContain('interrupted: it ends with this instance')
    const { error } = JSON.parse(run.stdout) as { error: { code: string; message: string } }
    expect(error.code).toBe('INTERRUPTED')
    expect(error.message).toMatch(/^Interrupted after \d+ of 100000 instances\.$/)
  })
})

test('an interrupt during the last request leaves nothing undone, and is still told by the exit code', async () => {
  const run = new Running('dry-run')
  for (const request of [1, 2, 3]) run.go(request)
  await run.told('asked 4')
  run.interrupt()
  await run.told('Ctrl-C again')
  run.go(4)
  expect(await run.ended()).toBe(130)
  expect(JSON.parse(run.stdout)).toHaveLength(4)
  expect(run.stderr).not.toContain('decided')
})

describe.skipIf(!HAS_TERMINALS)('on a terminal', () => {
  const onTerminal = (tail: string): string => {
    const cwd = folderWith({ ...FILES, 'plugin.mjs': SLOW })
    const command = [process.execPath, BIN, 'dry-run', ...ARGS].map((part) => `'${part}'`).join(' ')
    const { stdout } = spawnSync('script', ['-qec', `stty cols 100; ${command} ${tail}`, '/dev/null'], {
      cwd,
      env: ENV,
      encoding: 'utf8',
    })
    return stdout
  }

  test('a long run shows how far it is, at which pace and how long it takes, and takes it away', () => {
    const printed = onTerminal('> out.json')
    expect(printed).toMatch(/\r\x1b\[K\[#+ +\] 3 of 4 requests, [\d.]+ a (second|minute), \d+ s left/)
    expect(printed.slice(printed.lastIndexOf('requests,'))).toMatch(/left(asked 4\r\n)?\r\x1b\[K$/)
  })

  test('standard error elsewhere shows nothing of it', () => {
    expect(onTerminal('2> told.txt; cat told.txt')).not.toContain('of 4 requests')
  })
})
