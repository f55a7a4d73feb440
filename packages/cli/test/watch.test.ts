import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { watchFiles, type Watch } from '../src/watch.ts'

const NEVER = new AbortController().signal

/** A folder with files of all sorts, and a watch of these names in it. */
async function watched(names: readonly string[]): Promise<{ folder: string; watch: Watch }> {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['sub', 'v1', 'v2', 'plugins.d/deep']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['a.conf', 'sub/b.json', 'v1/c.yaml', 'v2/c.yaml', 'plugins.d/p.mjs', 'plugins.d/deep/x.mjs'])
    writeFileSync(join(folder, name), 'first')
  symlinkSync('v1', join(folder, 'current'))
  const watch = watchFiles(() => names.map((name) => join(folder, name)))
  await watch.learn()
  return { folder, watch }
}

type Edit = (at: (name: string) => string) => void

const write =
  (name: string): Edit =>
  (at) =>
    writeFileSync(at(name), 'other')

describe('a change is seen', () => {
  test.each<[string, string, Edit]>([
    ['a file written in place', 'a.conf', write('a.conf')],
    ['one of the same length', 'a.conf', (at) => writeFileSync(at('a.conf'), 'fresh')],
    [
      'one written beside and renamed over it',
      'a.conf',
      (at) => (writeFileSync(at('.a.swp'), 'x'), renameSync(at('.a.swp'), at('a.conf'))),
    ],
    [
      'one moved away and written anew',
      'a.conf',
      (at) => (renameSync(at('a.conf'), at('a.conf~')), writeFileSync(at('a.conf'), 'first')),
    ],
    ['one that goes', 'a.conf', (at) => rmSync(at('a.conf'))],
    ['one that comes', 'missing.json', write('missing.json')],
    ['one that comes with its folder', 'far/away.json', (at) => (mkdirSync(at('far')), write('far/away.json')(at))],
    [
      'one whose folder is replaced',
      'sub/b.json',
      (at) => (rmSync(at('sub'), { recursive: true }), mkdirSync(at('sub')), write('sub/b.json')(at)),
    ],
    ['one behind a link', 'current/c.yaml', write('v1/c.yaml')],
    [
      'one whose link is turned',
      'current/c.yaml',
      (at) => (symlinkSync('v2', at('next')), renameSync(at('next'), at('current'))),
    ],
    ['one that is only touched', 'a.conf', (at) => utimesSync(at('a.conf'), 1, 1)],
    ['a folder that gains a file', 'plugins.d', write('plugins.d/q.mjs')],
    ['a folder that loses one', 'plugins.d', (at) => rmSync(at('plugins.d/p.mjs'))],
    ['a folder one of whose files changes', 'plugins.d', write('plugins.d/p.mjs')],
    ['a folder that goes', 'plugins.d', (at) => rmSync(at('plugins.d'), { recursive: true })],
  ])('%s', async (_what, name, edit) => {
    const { folder, watch } = await watched([name])
    edit((file) => join(folder, file))
    expect(await watch.changed(NEVER)).toEqual([join(folder, name)])
  })

  test('again and again, a file that goes and comes back too', async () => {
    const { folder, watch } = await watched(['a.conf'])
    for (const edit of [() => rmSync(join(folder, 'a.conf')), () => writeFileSync(join(folder, 'a.conf'), 'x')]) {
      edit()
      expect(await watch.changed(NEVER)).toEqual([join(folder, 'a.conf')])
    }
  })

  test('and what is not watched, hidden or deeper than a folder is none', async () => {
    const { folder, watch } = await watched(['a.conf', 'plugins.d'])
    const at = (name: string): string => join(folder, name)
    for (const name of ['sub/b.json', 'plugins.d/.p.mjs.swp', 'plugins.d/deep/x.mjs', 'plugins.d/deep/y.mjs'])
      writeFileSync(at(name), 'other')
    const change = watch.changed(NEVER)
    writeFileSync(at('a.conf'), 'other')
    expect(await change).toEqual([at('a.conf')])
  })

  test('several at once are one change', async () => {
    const { folder, watch } = await watched(['a.conf', 'sub/b.json'])
    const at = (name: string): string => join(folder, name)
    for (const text of ['1', '2', '3']) for (const name of ['sub/b.json', 'a.conf']) writeFileSync(at(name), text)
    expect(await watch.changed(NEVER)).toEqual([at('a.conf'), at('sub/b.json')])
  })

  test('between two waits', async () => {
    const { folder, watch } = await watched(['a.conf', 'sub/b.json'])
    writeFileSync(join(folder, 'a.conf'), 'other')
    expect(await watch.changed(NEVER)).toHaveLength(1)
    writeFileSync(join(folder, 'sub/b.json'), 'other')
    expect(await watch.changed(NEVER)).toEqual([join(folder, 'sub/b.json')])
  })
})

test('files that are asked for later are watched as they were when learned', async () => {
  const { folder } = await watched([])
  const paths: string[] = []
  const watch = watchFiles(() => paths)
  paths.push(join(folder, 'a.conf'))
  await watch.learn()
  writeFileSync(join(folder, 'a.conf'), 'other')
  expect(await watch.changed(NEVER)).toEqual(paths)
})

test('an aborted wait ends', async () => {
  const { watch } = await watched(['a.conf'])
  const ending = new AbortController()
  const change = watch.changed(ending.signal)
  ending.abort()
  await expect(change).rejects.toThrow(/abort/i)
})
