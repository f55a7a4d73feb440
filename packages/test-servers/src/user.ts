import { spawnSync, type SpawnOptions } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** `nobody` on every Linux. */
const NOBODY = 65_534

const isRoot = process.getuid?.() === 0

const hasDeathSignal =
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'KILL', '--', 'true']).status === 0

/** What to spawn, and how. */
export interface Spawning {
  readonly command: readonly string[]
  readonly options: SpawnOptions
}

/**
 * A command line that runs without privileges, and as one process: `setpriv` becomes the command. The kernel kills it
 * when the process that started it ends, however that ends: nothing outlives a test runner that crashed. So it may leave
 * the group of processes that a Ctrl-C in the terminal is for: its runner ends it, in order.
 */
export function unprivileged(command: readonly string[]): Spawning {
  if (!hasDeathSignal) return { command, options: isRoot ? { uid: NOBODY, gid: NOBODY } : {} }
  const user = isRoot ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
  return { command: ['setpriv', ...user, '--pdeathsig', 'KILL', '--', ...command], options: { detached: true } }
}

/** Gives a file to the user that servers run as. */
export function give(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY)
}

/** Whether the user that servers run as gets to a folder: root's own folders are closed to it. */
export function isReachable(folder: string): boolean {
  if (!isRoot) return true
  const mayPass = (statSync(folder).mode & 0o001) !== 0
  return mayPass && (folder === dirname(folder) || isReachable(dirname(folder)))
}
