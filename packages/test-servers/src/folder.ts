import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, processesIn, send } from './signals.ts'
import { give, isReachable } from './user.ts'

const PREFIX = 'nova-sched-server-'
/** Names the process whose folder it is. */
const OWNER = 'owner.json'

const BASE = isReachable(tmpdir()) ? tmpdir() : '/tmp'

let isSwept = false

/** A folder of its own for a server, writable by it. Those of processes that are gone are removed first. */
export function makeFolder(): string {
  if (!isSwept) sweep()
  isSwept = true
  const folder = mkdtempSync(join(BASE, PREFIX))
  writeFileSync(join(folder, OWNER), JSON.stringify({ pid: process.pid, machine: hostname() }))
  give(folder)
  return folder
}

/** Removes a folder; a process that is just ending may still write there. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
}

function sweep(): void {
  const folders = readdirSync(BASE).flatMap((name) => (name.startsWith(PREFIX) ? [join(BASE, name)] : []))
  for (const folder of folders.filter(isAbandoned)) {
    for (const pid of processesIn(folder)) send(pid, 'SIGKILL')
    removeFolder(folder)
  }
}

/** Only who is on this machine can be known to be gone: containers may share the folder of temporary files. */
function isAbandoned(folder: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(join(folder, OWNER), 'utf8')) as { pid: number; machine: string }
    return owner.machine === hostname() && !isAlive(owner.pid)
  } catch {
    return false
  }
}
