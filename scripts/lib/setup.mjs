// What a fresh clone needs before anything can run: dependencies, then a build.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a command in the repository's root; ends this process when it fails. Its output goes to standard error. */
export function must(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options })
  if (error) {
    process.stderr.write(`${command}: ${error.message}\n`)
    process.exit(2)
  }
  if (status !== 0) process.exit(status ?? 1)
}

/** Installs the locked dependencies, unless they are there already. */
export function install(extraArgs = []) {
  const installed = `${ROOT}node_modules/.package-lock.json`
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${ROOT}package-lock.json`).mtimeMs
  if (isCurrent || (existsSync(installed) && sameVersions(installed))) return
  must('npm', ['ci', '--no-audit', '--no-fund', ...extraArgs])
}

/** A lock file that changed only in place (a checkout) is newer and yet installed: compare what it asks for. */
function sameVersions(installed) {
  const wanted = Object.entries(JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')).packages)
  const has = JSON.parse(readFileSync(installed, 'utf8')).packages
  return wanted.every(([name, { version, optional, link }]) => {
    if (optional || !name.startsWith('node_modules/')) return true
    return link ? has[name]?.link === true : has[name]?.version === version
  })
}

/** Compiles schemas and TypeScript, as far as they changed. */
export function build() {
  must(process.execPath, ['scripts/build.mjs'])
}
