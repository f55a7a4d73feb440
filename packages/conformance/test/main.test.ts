import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { main, novaMain } from '../src/main.ts'
import type { NovaAccess, Oracle } from '../src/oracle.ts'
import type { Scenario } from '../src/scenario.ts'

const folder = mkdtempSync(join(tmpdir(), 'nova-sched-main-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function run(work: () => Promise<number>): Promise<{ code: number; text: string; last: string }> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const code = await work()
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('')
  return { code, text, last: text.trimEnd().split('\n').at(-1) ?? '' }
}

const absent: NovaAccess = {
  whyNot: () => 'python3-nova is not installed',
  open: () => {
    throw new Error('not to be opened')
  },
}

/** A Nova that says of every scenario that its nova.conf names a filter that is not there. */
function stubborn(closed: string[]): NovaAccess {
  const oracle: Oracle = {
    workers: 2,
    decide: () => Promise.resolve({ error: 'SchedulerHostFilterNotFound', error_stage: 'config' }),
    close: () => Promise.resolve(void closed.push('closed')),
  }
  return { whyNot: () => null, open: () => oracle }
}

describe('where Nova is not installed', () => {
  test('all is skipped, loudly', async () => {
    vi.stubEnv('CI', '')
    const { code, text, last } = await run(() => novaMain(['--count', '7'], absent))
    expect([code, last]).toEqual([0, '0 passed, 0 failed, 7 skipped'])
    expect(text).toContain('SKIPPED')
    expect(text).toContain('7 skipped: python3-nova is not installed')
  })

  test('that is a failure in CI', async () => {
    vi.stubEnv('CI', 'true')
    expect((await run(() => novaMain([], absent))).code).toBe(1)
  })
})

describe('where Nova answers', () => {
  test('differences are told, counted by their first stage, and shrunk', async () => {
    const closed: string[] = []
    const out = join(folder, 'small.jsonl')
    const args = ['--count', '6', '--seed', '2', '--from', '100', '--shrink', '--out', out]
    const { code, text, last } = await run(() => novaMain(args, stubborn(closed)))
    expect([code, last]).toEqual([1, '0 passed, 6 failed'])
    expect(text).toContain('seed 2 generated-zed-s2-00100')
    expect(text).toMatch(/6 failed first at: config/)
    expect(closed).toEqual(['closed'])
    const small = readFileSync(out, 'utf8').trim().split('\n')
    expect(small.map((line) => (JSON.parse(line) as Scenario).id)).toEqual([
      'generated-zed-s2-00100-small',
      'generated-zed-s2-00101-small',
    ])
  })
})

test.each([
  ['a count that is none', ['--count', 'many']],
  ['an option that is none', ['--nope']],
])('%s ends with exit code 2', async (_what, args) => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect((await run(() => novaMain(args, absent))).code).toBe(2)
  expect(String(told.mock.calls[0]?.[0])).toContain('usage: npm run conformance:nova')
})

test('files that come after an option are replayed', async () => {
  const file = join(import.meta.dirname, '../../../vectors/kilo/exact.jsonl.gz')
  const { code, last } = await run(() => main(['--shrink', file], absent))
  expect(code).toBe(0)
  expect(last).toMatch(/^\d+ passed, 0 failed$/)
})

describe('Ctrl-C', () => {
  test('ends with what was compared, and counts it', async () => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const closed: string[] = []
    const nova = stubborn(closed)
    let asked = 0
    const interrupting: NovaAccess = {
      ...nova,
      open: () => ({
        ...nova.open(),
        workers: 1,
        decide: () => {
          asked += 1
          if (asked === 6) process.emit('SIGINT')
          return Promise.resolve({ error: 'SchedulerHostFilterNotFound', error_stage: 'config' })
        },
      }),
    }
    const { code, last } = await run(() => novaMain(['--count', '100'], interrupting))
    expect(code).toBe(130)
    expect(last).toBe('0 passed, 2 failed')
    expect(told.mock.calls.map(([chunk]) => chunk)).toEqual(['interrupted: what comes behind was not compared\n'])
    expect(closed).toEqual(['closed'])
  })
})
