// Installs Debian packages where that may be done: by root, where there is apt-get. Nothing that they bring starts.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** What Debian asks before a package starts a service; 101 is "no". */
const POLICY = '/usr/sbin/policy-rc.d'
const KEPT = `${POLICY}.before-nova-sched`
const OURS = '#!/bin/sh\n# While nova-sched installs what its tests need.\nexit 101\n'

/** Whether this process may install packages. */
export function mayInstall() {
  const hasApt = existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version')
  return process.getuid?.() === 0 && hasApt
}

/** Installs packages, telling it on standard error. Resolves to null, or what went wrong: `apt-get …: …`. */
export function installDebianPackages(names) {
  process.stderr.write(`installing Debian packages: ${names.join(' ')}\n`)
  return withoutServices(() => {
    const first = apt('install', ...names)
    if (first === null) return null
    // Its lists of packages are old, or not there at all.
    return apt('update') ?? apt('install', ...names)
  })
}

function apt(verb, ...names) {
  const options = verb === 'install' ? ['--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'] : []
  const { status, error, stderr } = spawnSync('apt-get', ['-q', verb, ...options, ...names], {
    stdio: ['ignore', 2, 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status === 0) return null
  const said = error?.message ?? stderr.trim().split('\n').at(-1)
  return `apt-get ${verb}: ${said}`
}

/** A Ctrl-C takes effect when the policy is as it was. */
async function withoutServices(work) {
  const leave = () => process.exit(130)
  process.on('SIGINT', leave).on('SIGTERM', leave)
  if (existsSync(POLICY) && !isOurs()) renameSync(POLICY, KEPT)
  writeFileSync(POLICY, OURS, { mode: 0o755 })
  try {
    return work()
  } finally {
    // Another run of this may have put it back already.
    if (existsSync(POLICY) && isOurs()) rmSync(POLICY)
    if (existsSync(KEPT)) renameSync(KEPT, POLICY)
    // Signals that came in the meantime are heard now.
    await delay(10)
    process.off('SIGINT', leave).off('SIGTERM', leave)
  }
}

const isOurs = () => readFileSync(POLICY, 'utf8') === OURS
