import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Stopped, or gone. */
const STOPPED: ReadonlySet<string | undefined> = new Set(['T', 't', 'Z', 'X', undefined])
const STOP_LOOKS = 2000

const FOR_ALL: ReadonlySet<NodeJS.Signals> = new Set(['SIGSTOP', 'SIGCONT', 'SIGKILL'])

/**
 * Sends a signal to a process; what stops it, lets it go on or kills it goes to its children, too: a PostgreSQL is many
 * processes. Stopped first, it makes no new ones.
 */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (!FOR_ALL.has(signal)) return send(pid, signal)
  stop(pid)
  const reach = signal === 'SIGSTOP' ? stop : (process: number) => send(process, signal)
  for (const process of [...childrenOf(pid), pid]) reach(process)
}

/** Nothing when the process is gone. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Whether a process of this pid exists; one that ended and was not asked about yet does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return stateOf(pid) !== 'Z'
}

/** The processes that work in a folder, or below it; empty where there is no /proc to tell. */
export function processesIn(folder: string): number[] {
  const pids = readFolder('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => `${readTarget(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`))
}

/** The kernel stops the threads of a process one by one, and soon: this waits until all are. */
function stop(pid: number): void {
  send(pid, 'SIGSTOP')
  const threads = () => readFolder(`/proc/${pid}/task`)
  const goesOn = (thread: string) => !STOPPED.has(stateOf(`${pid}/task/${thread}`))
  for (let looks = 0; looks < STOP_LOOKS && threads().some(goesOn); looks += 1) sleepOneMillisecond()
}

function sleepOneMillisecond(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
}

function childrenOf(pid: number): number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`)
  return children.split(' ').filter(Boolean).map(Number)
}

/** The letter after the name, which may hold spaces and parentheses itself; undefined for what is gone. */
function stateOf(pid: number | string): string | undefined {
  return /.*\) (\w)/.exec(readProc(`/proc/${pid}/stat`))?.[1]
}

const readProc = (path: string) => orElse('', () => readFileSync(path, 'utf8'))
const readTarget = (path: string) => orElse('', () => readlinkSync(path))
const readFolder = (path: string) => orElse([], () => readdirSync(path))

/** A process may end while it is looked at, and another user's may not be looked at. */
function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read()
  } catch {
    return fallback
  }
}
