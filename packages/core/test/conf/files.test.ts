import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LARGEST_FILE, loadConf } from '../../src/conf/index.ts'
import { NovaSchedError } from '../../src/errors.ts'
import { int, list, multi, str } from '../../src/plugin/options.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nova-sched-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return path
}

const specs = {
  one: str(null, { help: '', group: 'DEFAULT' }),
  all: multi(['default'], { help: '', group: 'DEFAULT' }),
  items: list([], { help: '', group: 'DEFAULT' }),
}
const load = (configFiles: string[], configDirs: string[] = []) =>
  loadConf({ configFiles, configDirs, cwd: folder, home: null })
const find = (cwd: string, home: string | null) =>
  loadConf({ cwd: join(folder, cwd), home: home === null ? null : join(folder, home) })

async function failure(promise: Promise<unknown>): Promise<NovaSchedError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof NovaSchedError) return error
  throw new Error(`expected a NovaSchedError, got ${String(error)}`)
}

describe('files that are named', () => {
  it('later ones win; multi options take from all, lists do not', async () => {
    write('a.conf', '[DEFAULT]\none = a\none = a2\nall = a\nitems = a\n')
    write('b.conf', '[default]\none = other\n[DEFAULT]\none = b\nall = b1\nall = b2\nitems = b,c\n')
    const conf = await load(['a.conf', 'b.conf'])
    expect(conf.read(specs)).toMatchObject({ one: 'b', all: ['a', 'b1', 'b2'], items: ['b', 'c'] })
    expect((await load(['b.conf', 'a.conf'])).read(specs)).toMatchObject({
      one: 'a2',
      all: ['b1', 'b2', 'a'],
      items: ['a'],
    })
    expect(conf.files.map(({ path, found }) => [path, found])).toEqual([
      [join(folder, 'a.conf'), false],
      [join(folder, 'b.conf'), false],
    ])
  })

  it('reads the .conf files of a folder by name, after the files', async () => {
    write('a.conf', '[DEFAULT]\none = a\nall = a\n')
    write('d/20.conf', '[DEFAULT]\none = 20\nall = 20\n')
    write('d/10.conf', '[DEFAULT]\none = 10\nall = 10\n')
    write('d/.hidden.conf', '[DEFAULT]\none = hidden\n')
    write('d/notes.txt', 'word')
    const conf = await load(['a.conf'], ['d'])
    expect(conf.read(specs)).toMatchObject({ one: '20', all: ['a', '10', '20'] })
  })

  it('tells all that cannot be read at once', async () => {
    mkdirSync(join(folder, 'dir'))
    write('latin1.conf', Buffer.from([0x23, 0xe9]))
    write('binary.conf', '[DEFAULT]\n\0\n')
    write('large.conf', Buffer.alloc(LARGEST_FILE + 1, 0x23))
    write('broken.conf', '[DEFAULT]\nword\n')
    const names = ['none.conf', 'dir', 'latin1.conf', 'binary.conf', 'large.conf', 'broken.conf']
    const error = await failure(load(names, ['nodir']))
    expect([error.code, error.exitCode]).toEqual(['FILE_NOT_FOUND', 2])
    for (const text of [
      'none.conf: no such file',
      'dir: is a folder; name a file, or use --config-dir',
      'latin1.conf: not UTF-8',
      'binary.conf: not a text file',
      'large.conf: larger than 16 MiB',
      "broken.conf:2: No ':' or '=' found",
      'nodir: no such folder',
    ]) {
      expect(error.message).toContain(text)
    }
    expect(error.details['findings']).toHaveLength(7)
  })

  it('takes a file of just the largest size', async () => {
    write('large.conf', Buffer.alloc(LARGEST_FILE, 0x23))
    expect((await load(['large.conf'])).files).toHaveLength(1)
  })

  it('takes an empty file', async () => {
    write('empty.conf', '')
    expect((await load(['empty.conf'])).core.host_subset_size).toBe(1)
  })
})

describe('plugins that a configuration names', () => {
  const plugins = [{ plugin: 'Rack', specs: { racks: int(1, { help: '' }) } }]

  it('are found with the configuration, and their wrong values told with all others', async () => {
    write('a.conf', '[DEFAULT]\nscheduler_default_filters = Rack\nreport_interval = x\nracks = y\n')
    const seen: unknown[] = []
    const loading = loadConf({
      configFiles: ['a.conf'],
      cwd: folder,
      home: null,
      findPlugins: (conf) => {
        seen.push(conf.core.enabled_filters, conf.core.report_interval)
        return Promise.resolve(plugins)
      },
    })
    expect((await failure(loading)).message).toMatch(/report_interval: "x".*\n.*racks: "y"/)
    expect(seen).toEqual([['Rack'], 10])
  })

  it('are known in what comes of it', async () => {
    write('a.conf', '[DEFAULT]\nracks = 2\n')
    const conf = await loadConf({
      configFiles: ['a.conf'],
      cwd: folder,
      home: null,
      findPlugins: () => Promise.resolve(plugins),
    })
    expect(conf.valueWithSource('racks').value).toBe(2)
  })
})

describe('a file that is found', () => {
  const foundIn = async (cwd: string, home: string | null) => {
    const conf = await find(cwd, home)
    return conf.files.map(({ path, found, owned }) => [path.replace(`${folder}/`, ''), found, owned])
  }

  it('stands in the working folder or above it, up to the repository', async () => {
    write('nova.conf', '')
    mkdirSync(join(folder, 'repo/.git'), { recursive: true })
    mkdirSync(join(folder, 'repo/a/b'), { recursive: true })
    write('repo/nova.conf', '')
    expect(await foundIn('repo/a/b', 'home')).toEqual([['repo/nova.conf', true, true]])
    rmSync(join(folder, 'repo/nova.conf'))
    expect(await foundIn('repo/a/b', 'home')).not.toEqual([['nova.conf', true, true]])
  })

  it('or in the home folder, ~/.nova first', async () => {
    write('nova.conf', '')
    mkdirSync(join(folder, 'home/work'), { recursive: true })
    write('home/nova.conf', '')
    expect(await foundIn('home/work', 'home')).toEqual([['home/nova.conf', true, true]])
    write('home/.nova/nova.conf', '')
    expect(await foundIn('home/work', 'home')).toEqual([['home/.nova/nova.conf', true, true]])
    expect(await foundIn('home', 'home')).toEqual([['home/.nova/nova.conf', true, true]])
  })

  it('is told, and so is that none was found', async () => {
    write('nova.conf', '')
    expect((await find('.', null)).findings).toMatchObject([
      { level: 'hint', message: expect.stringContaining('nova.conf was found') as string },
    ])
  })
})
