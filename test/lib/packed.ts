import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PNPM = join(ROOT, 'node_modules/pnpm/bin/pnpm.cjs')
const EXAMPLES = join(ROOT, 'examples/plugins')

/** Packages that are published, by the folder that each is in. */
const PUBLISHED = {
  core: '@nova-sched/core',
  filters: '@nova-sched/filters',
  weighers: '@nova-sched/weighers',
  'servicegroup-db': '@nova-sched/servicegroup-db',
  'servicegroup-mc': '@nova-sched/servicegroup-mc',
  'servicegroup-zk': '@nova-sched/servicegroup-zk',
  cli: 'nova-sched',
} as const

/** What a command came to. */
export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder with nova-sched and Acme's filters installed from tarballs, and the examples copied beside them. */
export interface Installation {
  readonly folder: string
  /** Runs a program in a folder below. */
  run(program: string, args: readonly string[], below?: string): Ran
  /** Runs the command as the package manager would: `npx nova-sched …`. */
  exec(args: readonly string[]): Ran
}

/** Packs the published packages and Acme's; gives the tarballs by the names of their packages. */
export function packAll(): ReadonlyMap<string, string> {
  const folder = temporaryFolder()
  const pack = ['pack', '--silent', '--pack-destination', folder]
  const workspaces = Object.keys(PUBLISHED).flatMap((name) => ['--workspace', `packages/${name}`])
  must('npm', [...pack, ...workspaces], ROOT)
  must('npm', pack, join(EXAMPLES, 'acme-nova-filters'))
  const files = readdirSync(folder)
  return new Map(
    [...Object.values(PUBLISHED), 'acme-nova-filters'].map((name) => {
      const prefix = `${name.replace('@', '').replace('/', '-')}-`
      const file = files.find((each) => each.startsWith(prefix) && /^\d/.test(each.slice(prefix.length)))
      if (file === undefined) throw new Error(`${name} was not packed`)
      return [name, join(folder, file)]
    }),
  )
}

/** Installs with npm: one flat folder of packages. */
export function installWithNpm(tarballs: ReadonlyMap<string, string>): Installation {
  const folder = emptyFolder({ private: true, type: 'module' })
  // What compiles natively is optional, and takes minutes.
  must(
    'npm',
    ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs.values()],
    folder,
  )
  return installation(folder, ['npx', '--no', '--'])
}

/**
 * Installs with pnpm: a package sees what it declares, and nothing else. What is not published yet comes from the
 * tarballs.
 */
export function installWithPnpm(tarballs: ReadonlyMap<string, string>): Installation {
  const files = Object.fromEntries(Array.from(tarballs, ([name, path]) => [name, `file:${path}`]))
  const { 'nova-sched': command, 'acme-nova-filters': acme, ...unpublished } = files
  const folder = emptyFolder({
    private: true,
    dependencies: { 'nova-sched': command, 'acme-nova-filters': acme },
    pnpm: { overrides: unpublished },
  })
  const settings = ['--config.hoist=false', '--config.auto-install-peers=false', '--prefer-offline']
  must(process.execPath, [PNPM, 'install', ...settings, '--store-dir', join(folder, '.store')], folder)
  return installation(folder, [process.execPath, PNPM, 'exec'])
}

function installation(folder: string, [program, ...before]: readonly [string, ...string[]]): Installation {
  cpSync(EXAMPLES, join(folder, 'examples'), { recursive: true })
  return {
    folder,
    run: (other, args, below = '.') => run(other, args, join(folder, below)),
    exec: (args) => run(program, [...before, 'nova-sched', ...args], folder),
  }
}

function run(program: string, args: readonly string[], cwd: string): Ran {
  // Vitest's own settings would choose other files of the packages.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}

function must(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function emptyFolder(manifest: object): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  return folder
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nova-sched-packed-'))
}
