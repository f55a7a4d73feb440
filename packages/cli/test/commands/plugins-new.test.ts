import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newPlugin } from '../../src/commands/plugins-new.ts'
import { nova } from '../command.ts'
import { folderWith } from '../program.ts'

const KINDS = [
  ['filter', 'RackFilter', 'rack-filter'],
  ['weigher', 'CheapestWeigher', 'cheapest-weigher'],
  ['scheduler-driver', 'NightDriver', 'night-driver'],
  ['servicegroup-driver', 'EtcdDriver', 'etcd-driver'],
] as const
/** What a plugin is tried on. */
const EXAMPLE_FILES = (kind: string): string[] =>
  kind === 'servicegroup-driver' ? ['locks/.keep'] : ['inventory.yaml', 'request.yaml']
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}

/** The texts of all files of a folder, by their paths. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

const plugins = (args: readonly string[], cwd: string): ReturnType<typeof nova> =>
  nova(['plugins', 'new', ...args], { cwd })

describe.each(KINDS)('plugins new %s', (kind, name, file) => {
  test.each(['js', 'ts'] as const)('writes a whole package in %s', async (language) => {
    const cwd = folderWith({})
    const { code, stdout, stderr } = await plugins([kind, name, '--language', language], cwd)
    expect([code, stderr]).toEqual([0, ''])
    const files = filesIn(join(cwd, file))
    expect(Object.keys(files).sort()).toEqual(
      [
        ...['.gitignore', 'README.md', 'nova.conf', 'package.json', ...EXAMPLE_FILES(kind)],
        ...[`src/${file}.${language}`, `test/${file}.test.${language}`],
        ...(language === 'ts' ? ['tsconfig.json'] : []),
      ].sort(),
    )
    for (const path of Object.keys(files)) expect(stdout).toContain(`  ${path}\n`)
    expect(readdirSync(cwd)).toEqual([file])
    const text = Object.values(files).join('\n')
    expect(text).not.toMatch(/example-|example_|Example[A-Z]|0\.0\.0/)
    expect(text).toContain(`export const ${name} = define`)
    expect(files['README.md']).toContain(`[DEFAULT]\n`)
    const manifest = JSON.parse(files['package.json'] ?? '') as Record<string, unknown>
    expect(manifest).toMatchObject({
      name: file,
      type: 'module',
      keywords: ['nova-sched-plugin'],
      devDependencies: { '@nova-sched/core': version, 'nova-sched': version },
    })
  })
})

describe('plugins new', () => {
  test('says what to do next', async () => {
    const { stdout } = await plugins(['filter', 'RackFilter'], folderWith({}))
    expect(stdout).toMatch(/^rack-filter holds RackFilter, a filter to begin with:\n/)
    expect(stdout).toMatch(
      /\nNext:\n {2}cd rack-filter\n {2}npm install .*\n {2}npm test\n {2}npx nova-sched explain .*\n$/,
    )
  })

  test('knows ServiceGroup drivers by their short name', async () => {
    const { stdout } = await plugins(['servicegroup', 'EtcdDriver'], folderWith({}))
    expect(stdout).toMatch(/^etcd-driver holds EtcdDriver, a ServiceGroup driver to begin with:\n/)
    expect(stdout).toMatch(/\n {2}npx nova-sched service list --config-file nova.conf\n$/)
  })

  test('prints the same as data', async () => {
    const { stdout } = await plugins(['filter', 'RackFilter', '--dir', 'my plugin', '--format', 'json'], folderWith({}))
    const data = JSON.parse(stdout) as { folder: string; next: string[] }
    expect(data).toMatchObject({ kind: 'filter', name: 'RackFilter', folder: 'my plugin', hints: [] })
    expect(data.next[0]).toBe(`cd 'my plugin'`)
  })

  test('writes where --dir says, and fills an empty folder without replacing it', async () => {
    const cwd = folderWith({})
    mkdirSync(join(cwd, 'a/empty'), { recursive: true })
    const before = statSync(join(cwd, 'a/empty')).ino
    expect(await plugins(['filter', 'RackFilter', '--dir', 'a/empty'], cwd)).toMatchObject({ code: 0 })
    expect(statSync(join(cwd, 'a/empty')).ino).toBe(before)
    expect(Object.keys(filesIn(join(cwd, 'a/empty')))).toContain('src/rack-filter.js')
    expect(await plugins(['filter', 'RackFilter', '--dir', 'b/c/new'], cwd)).toMatchObject({ code: 0 })
    expect([readdirSync(join(cwd, 'a')), readdirSync(join(cwd, 'b/c'))]).toEqual([['empty'], ['new']])
  })

  test('never overwrites', async () => {
    const cwd = folderWith({ file: 'mine' })
    await plugins(['filter', 'RackFilter'], cwd)
    writeFileSync(join(cwd, 'rack-filter/src/rack-filter.js'), 'mine')
    const { code, stderr, stdout } = await plugins(['weigher', 'RackFilter'], cwd)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`error: ${join(cwd, 'rack-filter')}: the folder is not empty: name another with --dir`)
    expect(filesIn(cwd)['rack-filter/src/rack-filter.js']).toBe('mine')
    expect((await plugins(['filter', 'RackFilter', '--dir', 'file'], cwd)).stderr).toContain('is no folder')
    expect((await plugins(['filter', 'RackFilter', '--dir', 'file/x'], cwd)).stderr).toContain('nothing was written')
    expect(readdirSync(cwd).sort()).toEqual(['file', 'rack-filter'])
    expect(filesIn(cwd)['file']).toBe('mine')
  })

  test.each([
    ['rack_filter', 'such as RackFilter'],
    ['rack-Filter', 'such as RackFilter'],
    ['9Filter', 'a name is a capital letter'],
    ['../Evil', 'such as Evil'],
    ['Räume', 'a name is a capital letter'],
    ['', 'a name is a capital letter'],
    ['F'.repeat(61), 'at most 60'],
    ['RamFilter', 'Nova has a plugin of this name'],
    ['CPUWeigher', 'Nova has a plugin of this name'],
    ['Set', 'JavaScript has something of this name'],
  ])('refuses the name "%s"', async (name, message) => {
    const cwd = folderWith({})
    const { code, stderr } = await plugins(['filter', name], cwd)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('tells the custom of names', async () => {
    const { code, stderr } = await plugins(['filter', 'Racks'], folderWith({}))
    expect([code, stderr]).toEqual([0, 'hint: names of filters mostly end in Filter: RacksFilter\n'])
  })

  test.each([['fitler', 'RackFilter'], ['host-manager', 'SiteManager'], ['filter']])(
    'refuses %s %s',
    async (...args) => {
      expect(await plugins(args, folderWith({}))).toMatchObject({ code: 2, stdout: '' })
    },
  )

  test('any class-like name makes file and option names of its own', () => {
    const cwd = folderWith({})
    let count = 0
    const law = fc.property(fc.stringMatching(/^Zz[A-Za-z0-9]{1,20}$/), (stem) => {
      const name = `${stem}Filter`
      const { files, folder } = newPlugin({ kind: 'filter', name, dir: `${++count}`, language: 'js' }, { cwd })
      const source = files.find((file) => file.startsWith('src/')) ?? ''
      expect(source).toMatch(/^src\/[a-z0-9]+(-[a-z0-9]+)*\.js$/)
      expect(readFileSync(join(cwd, folder, source), 'utf8')).toContain(`export const ${name} = `)
    })
    fc.assert(law, { numRuns: 20 })
  })
})
