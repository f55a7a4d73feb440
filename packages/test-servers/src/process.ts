import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { signalTree } from './signals.ts'
import { unprivileged } from './user.ts'

/** Of a log, in an error. */
const LINES = 15

/** A server's process, by its pid. */
export interface RunningProcess {
  readonly pid: number
  /** Null while it runs, then how it ended: `exit code 1`, `SIGKILL`. */
  readonly ending: string | null
  readonly ended: Promise<void>
  /** Sends a signal to it and its children; nothing when it has ended. */
  signal(signal: NodeJS.Signals): void
}

/** How a process is run: in which folder, with which environment beside PATH, and where its output goes. */
export interface Surroundings {
  readonly folder: string
  readonly log: string
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Starts a process without privileges. It does not keep this process alive.
 *
 * @throws Error when it cannot be started at all
 */
export async function startProcess(command: readonly string[], surroundings: Surroundings): Promise<RunningProcess> {
  const { command: line, options } = unprivileged(command)
  const { folder } = surroundings
  const log = openSync(surroundings.log, 'a')
  const child = spawn(line[0] ?? '', line.slice(1), {
    cwd: folder,
    // A starting MariaDB removes what other MariaDBs have in the folder of temporary files: each needs its own.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder, TMPDIR: folder, ...surroundings.environment },
    stdio: ['ignore', log, log],
    ...options,
  })
  closeSync(log)
  let ending: string | null = null
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      ending = signal ?? `exit code ${code}`
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  const pid = child.pid ?? 0
  child.unref()
  return {
    pid,
    ended,
    get ending() {
      return ending
    },
    signal(signal) {
      if (ending === null) signalTree(pid, signal)
    },
  }
}

/**
 * Runs a command to its end.
 *
 * @throws Error with the end of its log when it fails
 */
export async function runToEnd(command: readonly string[], surroundings: Surroundings): Promise<void> {
  const running = await startProcess(command, surroundings)
  await keptAlive(running.ended)
  if (running.ending !== 'exit code 0') {
    throw new Error(`${command[0]} ended with ${running.ending}:\n${endOf(surroundings.log)}`)
  }
}

/** Waits for a process that does not keep this one alive. */
export async function keptAlive<T>(promise: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000)
  try {
    return await promise
  } finally {
    clearInterval(timer)
  }
}

/** What a log says of errors, if it does, else its last lines. Java's lists of calls are left out. */
export function endOf(log: string): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  const told = lines.filter((line) => !/^\s+(at |\.\.\. )/.test(line))
  const errors = told.filter((line) => /error|fatal|exception|failed|denied|could not|in use/i.test(line))
  return (errors.length > 0 ? errors : told).slice(-LINES).join('\n')
}
