import { fork } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CONTRACT, folderWith } from '../folder.ts'

const PROGRAM = join(import.meta.dirname, 'reloading.mjs')

interface Told {
  readonly error: string | null
  readonly answer: string
  readonly files: readonly string[]
}

/** A program with a scheduler whose nova.conf lies in a folder of these files; it reads its configuration anew. */
function programWith(files: Readonly<Record<string, string>>): {
  readonly at: (name: string) => string
  readonly edit: (name: string, text: string) => void
  readonly reload: (lines: string, same?: boolean) => Promise<Told>
} {
  const folder = folderWith(files)
  const program = fork(PROGRAM, [join(folder, 'nova.conf')], {
    env: { ...process.env, NODE_OPTIONS: '' },
    execArgv: ['--no-warnings'],
  })
  onTestFinished(() => void program.kill())
  const at = (name: string): string => join(folder, name)
  return {
    at,
    edit: (name, text) => writeFileSync(at(name), text),
    async reload(lines, same = false) {
      program.send({ text: `[DEFAULT]\n${lines}`, same })
      const [told] = (await once(program, 'message')) as [Told]
      return told
    },
  }
}

/** A filter whose test is this expression; what stands before it comes first in its module. */
function filter(name: string, expression: string, before = ''): string {
  return `import { defineFilter } from '${CONTRACT}'\n${before}
export const f = defineFilter({ name: '${name}', create: () => () => () => ${expression} })\n`
}

/** What a module without a package near it exports. */
const commonFilter = (expression: string, before = ''): string => `${before}
exports.f = { name: 'A', create: () => () => () => ${expression}, [Symbol.for('nova-sched.plugin')]: { kind: 'filter', api: 1 } }\n`

const named = (path: string, enabled = 'A'): string =>
  `scheduler_available_filters = ${path}\nscheduler_default_filters = ${enabled}\n`

const NO = 'A: no reason given'

describe('a configuration that is read anew brings', () => {
  const imports = `import { ok } from './lib/help.mjs'`

  test.each([
    ['a changed plugin', 'a.mjs', {}, 'a.mjs', filter('A', 'false')],
    [
      'a changed module of an import',
      'a.mjs',
      { 'a.mjs': filter('A', 'ok', imports), 'lib/help.mjs': `export * from './deep.mjs'` },
      'lib/deep.mjs',
      'export const ok = false',
    ],
    [
      'a changed module of a dynamic import',
      'a.mjs',
      { 'a.mjs': filter('A', 'ok', `const { ok } = await import('./lib/deep.mjs')`) },
      'lib/deep.mjs',
      'export const ok = false',
    ],
    [
      'changed data',
      'a.mjs',
      {
        'a.mjs': filter('A', 'data.ok', `import data from './d.json' with { type: 'json' }`),
        'd.json': '{"ok": true}',
      },
      'd.json',
      '{"ok": false}',
    ],
    ['a changed CommonJS plugin', 'a.cjs', { 'a.cjs': commonFilter('true') }, 'a.cjs', commonFilter('false')],
    [
      'a changed module that a CommonJS plugin requires',
      'a.cjs',
      {
        'a.cjs': commonFilter('help.ok', `const help = require('./help.cjs')`),
        'help.cjs': `exports.ok = require('./ok.cjs')`,
        'ok.cjs': 'module.exports = true',
      },
      'ok.cjs',
      'module.exports = false',
    ],
    [
      'a changed CommonJS module of an import',
      'a.mjs',
      { 'a.mjs': filter('A', 'ok.yes', `import ok from './ok.cjs'`), 'ok.cjs': 'exports.yes = true' },
      'ok.cjs',
      'exports.yes = false',
    ],
    ['a changed plugin of a folder', '.', {}, 'a.mjs', filter('A', 'false')],
    [
      'a changed package',
      'acme',
      {
        'node_modules/acme/package.json': '{"name": "acme", "keywords": ["nova-sched-plugin"], "main": "m.mjs"}',
        'node_modules/acme/m.mjs': `export * from './a.mjs'`,
        'node_modules/acme/a.mjs': filter('A', 'true'),
      },
      'node_modules/acme/a.mjs',
      filter('A', 'false'),
    ],
  ])('%s', async (_what, path, files, edited, text) => {
    const first = { 'a.mjs': filter('A', 'true'), 'lib/deep.mjs': 'export const ok = true', ...files }
    const { at, edit, reload } = programWith(first)
    const value = path === 'acme' ? path : `./${path}`
    const before = await reload(named(value))
    expect(before).toMatchObject({ error: null, answer: 'placed' })
    expect(before.files).toContain(at(edited))
    edit(edited, text)
    expect(await reload(named(value))).toMatchObject({ error: null, answer: NO })
  })

  test('a plugin that came to a folder', async () => {
    const { at, edit, reload } = programWith({ 'plugins.d/a.mjs': filter('A', 'true') })
    expect((await reload(named('./plugins.d'))).files).toContain(at('plugins.d'))
    edit('plugins.d/b.mjs', filter('B', 'false'))
    expect(await reload(named('./plugins.d', 'A,B'))).toMatchObject({ answer: 'B: no reason given' })
  })

  test('another plugin behind a link', async () => {
    const { at, reload } = programWith({ 'v1/a.mjs': filter('A', 'true'), 'v2/a.mjs': filter('A', 'false') })
    symlinkSync(at('v1'), at('now'))
    expect(await reload(named('./now'))).toMatchObject({ answer: 'placed' })
    symlinkSync(at('v2'), at('next'))
    renameSync(at('next'), at('now'))
    expect(await reload(named('./now'))).toMatchObject({ answer: NO })
  })

  test('nothing new of what did not change', async () => {
    const { edit, reload } = programWith({
      'plugins.d/a.mjs': filter('A', 'count === 1', `import { count } from '../state.mjs'`),
      'plugins.d/b.mjs': filter('B', 'count === 1', `import { count } from '../state.mjs'`),
      'state.mjs': `globalThis.loads = (globalThis.loads ?? 0) + 1\nexport const count = globalThis.loads`,
    })
    const conf = named('./plugins.d', 'A,B')
    await reload(conf)
    edit('plugins.d/a.mjs', filter('A', 'true && count === 1', `import { count } from '../state.mjs'`))
    expect(await reload(conf)).toMatchObject({ error: null, answer: 'placed' })
  })
})

describe('while plugins do not load, the running ones stay, and what is mended is loaded', () => {
  test.each([
    ['that is none', 'a.mjs', 'export const f = ', filter('A', 'false')],
    ['whose import is none', 'help.mjs', 'export const ok = ', 'export const ok = false'],
    ['whose import lacks a name', 'help.mjs', 'export const no = 1', 'export const ok = false'],
    ['that throws', 'help.mjs', `throw new Error('no licence')`, 'export const ok = false'],
    ['whose package is not there', 'help.mjs', `import 'acme-none'`, 'export const ok = false'],
  ])('a module %s', async (_what, name, bad, good) => {
    const { edit, reload } = programWith({
      'a.mjs': filter('A', 'ok', `import { ok } from './help.mjs'`),
      'help.mjs': 'export const ok = true',
    })
    await reload(named('./a.mjs'))
    edit(name, bad)
    const broken = await reload(named('./a.mjs'))
    expect(broken.error).toMatch(/a\.mjs: the plugin cannot be loaded/)
    expect(broken.answer).toBe('placed')
    edit(name, good)
    expect(await reload(named('./a.mjs'))).toMatchObject({ error: null, answer: NO })
  })

  test('one that has gone, and comes back', async () => {
    const { at, edit, reload } = programWith({ 'a.mjs': filter('A', 'true') })
    await reload(named('./a.mjs'))
    rmSync(at('a.mjs'))
    expect(await reload(named('./a.mjs'))).toMatchObject({ answer: 'placed', error: expect.stringMatching(/a\.mjs/) })
    edit('a.mjs', filter('A', 'false'))
    expect(await reload(named('./a.mjs'))).toMatchObject({ error: null, answer: NO })
  })

  test('an import that was never there, and comes', async () => {
    const { at, edit, reload } = programWith({ 'a.mjs': filter('A', 'ok', `import { ok } from './help.mjs'`) })
    const first = await reload(named('./a.mjs'))
    expect(first.error).toMatch(/help\.mjs/)
    expect(first.files).toContain(at('help.mjs'))
    edit('help.mjs', 'export const ok = false')
    expect(await reload(named('./a.mjs'))).toMatchObject({ error: null, answer: NO })
  })

  test('a package that a plugin needs, and that is installed', async () => {
    const { edit, reload } = programWith({
      'a.mjs': filter('A', 'false', `import 'acme-late'`),
      'node_modules/acme-late/package.json': '{"main": "late.mjs"}',
    })
    expect((await reload(named('./a.mjs'))).error).toMatch(/acme-late/)
    edit('node_modules/acme-late/late.mjs', '')
    expect(await reload(named('./a.mjs'))).toMatchObject({ error: null, answer: NO })
  })

  test('the line of a broken module that a CommonJS plugin requires is told', async () => {
    const { edit, at, reload } = programWith({
      'a.cjs': commonFilter('true', `require('./help.cjs')`),
      'help.cjs': '',
    })
    await reload(named('./a.cjs'))
    edit('help.cjs', '\nexports.x = (')
    expect((await reload(named('./a.cjs'))).error).toContain(`${at('help.cjs')}:2: `)
  })
})

test('a configuration keeps the plugins that it was read with', async () => {
  const { at, edit, reload } = programWith({ 'a.mjs': filter('A', 'true') })
  await reload(named('./a.mjs'))
  edit('a.mjs', filter('A', 'false'))
  expect(await reload('', true)).toMatchObject({ error: null, answer: 'placed' })
  rmSync(at('a.mjs'))
  expect(await reload('', true)).toMatchObject({ error: null, answer: 'placed' })
})
