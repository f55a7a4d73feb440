import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SKELETONS = join(ROOT, 'packages/cli/skeletons')
const LANGUAGES = ['js', 'ts'] as const
const KINDS = [
  ['filter', 'RackFilter', 'rack-filter', /RackFilter: reserve_touched/],
  ['weigher', 'SpreadWeigher', 'spread-weigher', /other/],
  ['scheduler-driver', 'NightDriver', 'night-driver', /other/],
  ['servicegroup-driver', 'EtcdDriver', 'etcd-driver', /nova-compute +compute-01 .* XXX /],
] as const
/** The commands of a README, and the one that shows the plugin at work. */
const COMMANDS = {
  filter: ['dry-run', 'explain', 'plugins'],
  weigher: ['dry-run', 'explain', 'plugins'],
  'scheduler-driver': ['dry-run', 'explain', 'plugins'],
  'servicegroup-driver': ['service', 'service'],
} as const
const SHOWS = / explain | --host /

let folder = ''
/** Vitest's own options are not for the programs that are tried here. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** A command line, as somebody types it. */
function shell(line: string, cwd: string): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

/** Lines of the fenced blocks of one language. */
function blocks(readme: string, language: string): string[] {
  return Array.from(
    readme.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
    ([, text = '']) => text,
  )
}

// Packed as they are built: `npm test` has done that.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nova-sched-skeletons-'))
  const drivers = ['servicegroup-db', 'servicegroup-mc', 'servicegroup-zk']
  const workspaces = ['core', 'filters', 'weighers', ...drivers, 'cli'].flatMap((name) => [
    '--workspace',
    `packages/${name}`,
  ])
  npm(['pack', '--ignore-scripts', '--pack-destination', folder, ...workspaces], ROOT)
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  npm(
    [
      'install',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      ...tarballs.map((name) => `./${name}`),
    ],
    folder,
  )
  for (const name of ['typescript', '@types/node', 'undici-types', '.bin/tsc']) {
    // Packages may have brought theirs.
    rmSync(join(folder, 'node_modules', name), { recursive: true, force: true })
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

describe.each(LANGUAGES)('in %s, as an installed nova-sched writes it', (language) => {
  describe.each(KINDS)('a %s', (kind, name, file, told) => {
    const dir = `${file}-${language}`
    const home = (): string => join(folder, dir)
    const readme = (): string => readFileSync(join(home(), 'README.md'), 'utf8')

    beforeAll(() => {
      const command = `node_modules/.bin/nova-sched plugins new ${kind} ${name} --language ${language} --dir ${dir}`
      const { status, printed } = shell(command, folder)
      expect(printed).toMatch(/\n {2}npm install\n {2}npm test\n/)
      expect(status).toBe(0)
      symlinkSync(join(folder, 'node_modules'), join(home(), 'node_modules'))
    })

    test('its own tests pass', () => {
      const { status, printed } = shell('npm test', home())
      expect(printed).toMatch(/^# fail 0$/m)
      expect(printed).toMatch(/^# pass [2-9]\d*$/m)
      expect(status).toBe(0)
    })

    test('the command lines of its README work as they are written', () => {
      const lines =
        blocks(readme(), 'sh')
          .join('')
          .match(/^npx .*$/gm) ?? []
      expect(lines.map((line) => line.split(' ')[2])).toEqual(COMMANDS[kind])
      for (const [index, line] of lines.entries()) {
        // npx takes longer than all the rest: it is tried once.
        const { status, printed } = shell(index === 0 ? line : line.replace('npx ', 'node_modules/.bin/'), home())
        expect(status, printed).toBe(0)
        if (SHOWS.test(line)) expect(printed).toMatch(told)
      }
    })

    test('its README says how to use it as a package', () => {
      symlinkSync(home(), join(folder, 'node_modules', file))
      const [conf = ''] = blocks(readme(), 'ini')
      writeFileSync(join(folder, `${dir}.conf`), conf)
      const isListed = kind !== 'servicegroup-driver'
      const command = isListed ? 'plugins list --enabled' : 'service list'
      const { status, printed } = shell(`node_modules/.bin/nova-sched ${command} --config-file ${dir}.conf`, folder)
      rmSync(join(folder, 'node_modules', file))
      // The shared folder of its example is nobody's.
      expect(printed).toMatch(
        isListed ? new RegExp(`${name} +enabled +${file}$`, 'm') : new RegExp(`ServiceGroup unavailable \\(${name}\\)`),
      )
      expect(status).toBe(isListed ? 0 : 3)
    })
  })
})

describe('the skeletons in the repository', () => {
  const read = (...path: string[]): string => readFileSync(join(SKELETONS, ...path), 'utf8')

  // A ServiceGroup driver has functions of its own, which TypeScript wants the types of.
  const same = KINDS.map(([kind]) => kind).filter((kind) => kind !== 'servicegroup-driver')
  test.each(same)('a %s is the same in both languages', (kind) => {
    for (const file of ['inventory.yaml', 'request.yaml'])
      expect(read(`${kind}-ts`, file)).toBe(read(`${kind}-js`, file))
    const [source = ''] = readdirSync(join(SKELETONS, `${kind}-js`, 'src'))
    expect(read(`${kind}-ts`, 'src', source.replace('.js', '.ts'))).toBe(read(`${kind}-js`, 'src', source))
  })

  test('pin the versions that they are tried with', () => {
    const { devDependencies: ours } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
    for (const [kind] of KINDS) {
      const { devDependencies: theirs } = JSON.parse(read(`${kind}-ts`, 'package.json')) as Manifest
      expect(theirs).toMatchObject({ typescript: ours['typescript'], '@types/node': ours['@types/node'] })
    }
  })
})

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
}
