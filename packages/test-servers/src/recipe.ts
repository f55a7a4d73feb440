import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolder, removeFolder } from './folder.ts'
import { freePort } from './ports.ts'
import { endOf, keptAlive, startProcess, type RunningProcess } from './process.ts'
import type { Kind } from './programs.ts'
import type { TestServer } from './server.ts'

/** Where a server lives. */
export interface Place {
  readonly folder: string
  readonly port: number
  readonly log: string
}

/** What is different between kinds of servers. */
export interface Recipe {
  readonly kind: Kind
  /** Made once, before the first start. */
  prepare?(place: Place): Promise<void>
  command(place: Place): readonly string[]
  /** Whether this very process answers, and not another that took its port. */
  answers(place: Place, pid: number): Promise<boolean>
  /** What its operator sends to end it in order; SIGTERM if absent. */
  readonly stopSignal?: NodeJS.Signals
}

const BETWEEN_LOOKS = 20
const START_LIMIT = 60_000
const STOP_LIMIT = 10_000
const TRIES = 5
const PORT_TAKEN = /address already in use|already in use|BindException/i

/** What must not be left behind by a process that ends without closing its servers. */
const open = new Set<() => void>()
process.once('exit', () => open.forEach((end) => end()))

/**
 * Makes a server of a recipe, on a free port, and waits until it answers.
 *
 * @throws Error with the end of its log when it does not start, or does not answer within 60 s
 */
export function serve(recipe: Recipe): Promise<TestServer> {
  return onFreePorts(async () => {
    const server = makeServer(recipe, await freePort())
    try {
      await server.start()
      return server
    } catch (error) {
      await server.close()
      throw error
    }
  })
}

/** Tries again when a port that was free when it was chosen was taken when the server came to it. */
export async function onFreePorts<T>(start: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start()
    } catch (error) {
      if (tries === TRIES || !(error instanceof Error && PORT_TAKEN.test(error.message))) throw error
    }
  }
}

/** A server that was not started yet, on a port that the caller chose. */
export function makeServer(recipe: Recipe, port: number): TestServer {
  const folder = makeFolder()
  const place: Place = { folder, port, log: join(folder, 'log') }
  let prepared: Promise<void> | undefined
  let running: RunningProcess | undefined
  const current = () => (running?.ending === null ? running : undefined)
  const end = async (signal: NodeJS.Signals) => {
    const process = current()
    if (process !== undefined) await endProcess(process, signal)
  }
  const atExit = () => {
    current()?.signal('SIGKILL')
    removeFolder(folder)
  }
  open.add(atExit)
  return {
    address: `127.0.0.1:${port}`,
    port,
    folder,
    get pid() {
      return current()?.pid ?? null
    },
    stop: () => end(recipe.stopSignal ?? 'SIGTERM'),
    kill: () => end('SIGKILL'),
    freeze: () => current()?.signal('SIGSTOP'),
    thaw: () => current()?.signal('SIGCONT'),
    async start() {
      if (current() !== undefined) return
      prepared ??= recipe.prepare?.(place)
      await prepared
      running = await startProcess(recipe.command(place), place)
      await untilAnswers(recipe, place, running)
    },
    async close() {
      await end('SIGKILL')
      removeFolder(folder)
      open.delete(atExit)
    },
  }
}

/** A frozen process hears nothing but SIGKILL. */
async function endProcess(process: RunningProcess, signal: NodeJS.Signals): Promise<void> {
  process.signal(signal)
  if (signal !== 'SIGKILL') process.signal('SIGCONT')
  const isOver = keptAlive(process.ended)
  await Promise.race([isOver, delay(STOP_LIMIT, undefined, { ref: false })])
  process.signal('SIGKILL')
  await isOver
}

async function untilAnswers(recipe: Recipe, place: Place, process: RunningProcess): Promise<void> {
  const fail = (what: string) => new Error(`${recipe.kind} on port ${place.port} ${what}:\n${endOf(place.log)}`)
  for (let waited = 0; waited < START_LIMIT; waited += BETWEEN_LOOKS) {
    if (process.ending !== null) throw fail(`ended with ${process.ending} before it answered`)
    if (await recipe.answers(place, process.pid)) return
    await delay(BETWEEN_LOOKS)
  }
  await endProcess(process, 'SIGKILL')
  throw fail(`did not answer within ${START_LIMIT / 1000} s`)
}
