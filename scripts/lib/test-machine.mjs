// What the tests need of the machine, beyond npm packages: servers, Nova's own code, a compiled SQLite.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installDebianPackages, mayInstall } from './debian-packages.mjs'
import { ROOT } from './setup.mjs'

/**
 * Installs what is missing, where it may be installed. Returns what is still missing then, a sentence each. The packages
 * must be built.
 */
export async function prepareMachine(kinds) {
  const { DEBIAN_PACKAGES, whyMissing } = await import('@nova-sched/test-servers')
  const wanted = kinds ?? Object.keys(DEBIAN_PACKAGES)
  const missing = wanted.filter((kind) => whyMissing(kind) !== null)
  if (missing.length === 0) return []
  const failure = mayInstall() ? await installDebianPackages(missing.map((kind) => DEBIAN_PACKAGES[kind])) : null
  const stillMissing = wanted.flatMap((kind) => whyMissing(kind) ?? [])
  return stillMissing.map((why) => (failure === null ? why : `${why} (tried: ${failure})`))
}

/** Compiles SQLite for a Node that has none. Returns what is missing then, as `prepareMachine` does. */
export async function prepareSqlite() {
  if ((await hasOwnSqlite()) || isSqliteCompiled()) return []
  if (!existsSync(join(ROOT, 'node_modules/better-sqlite3'))) return ['better-sqlite3 is not installed: npm ci']
  process.stderr.write('compiling better-sqlite3: about two minutes\n')
  spawnSync('npm', ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...nodeHeaders() },
  })
  if (isSqliteCompiled()) return []
  return ['SQLite is not here: this Node has none, and npm rebuild better-sqlite3 failed. It needs python3, make, g++']
}

async function hasOwnSqlite() {
  try {
    await import('node:sqlite')
    return true
  } catch {
    return false
  }
}

function isSqliteCompiled() {
  const attempt = "new (require('better-sqlite3'))(':memory:').close()"
  return spawnSync(process.execPath, ['-e', attempt], { cwd: ROOT, stdio: 'ignore' }).status === 0
}

/** A Node that has its headers beside it need not fetch them. */
function nodeHeaders() {
  const folder = dirname(dirname(process.execPath))
  return existsSync(join(folder, 'include/node/node.h')) ? { npm_config_nodedir: folder } : {}
}
