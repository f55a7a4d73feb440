import { ACL, CreateMode, Exception, Id, Permission, type Client } from 'node-zookeeper-client'
import type { Timer } from '@nova-sched/core/plugin'
import { isLost, unavailable } from './errors.ts'
import type { Settings } from './options.ts'
import type { Session } from './session.ts'

/** What a node holds. */
export interface NodeData {
  readonly text: string
  /** The session that an ephemeral node belongs to, in hexadecimal digits. */
  readonly owner: string
}

/**
 * A session while it is connected. Every reading leaves a watch. Operations run in the order in which they are asked;
 * once it is lost, all that are under way or asked later fail at once: none happens late.
 */
export interface Connection {
  readonly sessionId: string
  /** The time-out that was asked for, or the shorter one that was granted, in milliseconds. */
  readonly timeout: number
  /** When the server last answered, in milliseconds since 1970. */
  readonly heardAt: () => number
  readonly ping: () => Promise<void>
  readonly exists: (path: string) => Promise<boolean>
  /** Null: there is no such node, and no watch. */
  readonly read: (path: string) => Promise<NodeData | null>
  /** Null: there is no such node, and no watch. */
  readonly children: (path: string) => Promise<readonly string[] | null>
  readonly create: (path: string, text: string, kind: 'persistent' | 'ephemeral') => Promise<Created>
  /** A node that is gone is left so. */
  readonly remove: (path: string) => Promise<void>
  /** It is lost. */
  readonly end: () => void
}

/** What became of a node that was to be made. */
export type Created = 'made' | 'was there' | 'no parent'

/** Operations under way at a time: enough to fill the line, few enough that a ping is never behind many. */
const WINDOW = 500
/** What a blocked process is given to read answers that have arrived, in milliseconds. */
const GRACE = 20

/** When it is time for a ping, as a share of the time-out: sooner than the library's own, which asks for no answer. */
const PING_SHARE = 0.3

/** What a ping asks for. It waits for no turn: it is the others' time-out. */
const PINGED = '/'

const ignore = (): void => {}

/** Uses a session while it is connected; tells it to connect anew when its server does not answer for two thirds of the time-out. */
export function openConnection(
  session: Session,
  { address, digest, timeout: asked }: Settings,
  { timer, clock }: { readonly timer: Timer; readonly clock: () => number },
): Connection {
  const { library } = session
  const timeout = Math.min(asked, session.timeout())
  const acl = [new ACL(Permission.ALL, digest === null ? new Id('world', 'anyone') : new Id('auth', ''))]
  const waiting = new Set<() => void>()
  const underWay = new Set<(error: Error) => void>()
  const lost = (): Error => unavailable(address, 'the connection was lost', 'lost')
  let isEnded = false
  let heardAt = clock()
  let stopPing = ignore

  function call<T>(path: string, run: (library: Client, done: (error: unknown, value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        if (isEnded) return reject(lost())
        underWay.add(reject)
        session.gather()
        run(library, (error, value) => {
          underWay.delete(reject)
          const failed = failure(address, path, error)
          if (failed === null) resolve(value)
          else reject(failed)
          if (!isLost(failed)) heardAt = clock()
          startNext()
        })
      }
      if (path === PINGED || underWay.size < WINDOW) start()
      else waiting.add(start)
    })
  }
  const startNext = (): void => {
    const [start] = waiting
    if (start === undefined) return
    waiting.delete(start)
    start()
  }
  const ping = (): Promise<void> => call(PINGED, (zk, done: (error: unknown) => void) => zk.exists(PINGED, done))

  // An answer to a ping says that all before it were answered: it is the time-out of every operation.
  const keepPinging = (): void => {
    let isAnswered = false
    ping().then(() => (isAnswered = true), ignore)
    const look = (silent: () => void) => () => {
      if (isEnded) return
      if (isAnswered) keepPinging()
      else silent()
    }
    const wait = (milliseconds: number, run: () => void): void => void (stopPing = timer.after(milliseconds, run))
    wait(
      timeout * PING_SHARE,
      look(() => wait(GRACE, look(session.reconnect))),
    )
  }
  keepPinging()

  return {
    sessionId: session.id(),
    timeout,
    heardAt: () => heardAt,
    ping,
    exists: async (path) => (await call<object | null>(path, (zk, done) => zk.exists(path, ignore, done))) !== null,
    read: (path) =>
      call<NodeData | null>(path, (zk, done) =>
        zk.getData(path, ignore, (error, data: Buffer | undefined, stat) =>
          done(error, error ? null : { text: data?.toString() ?? '', owner: stat.ephemeralOwner.toString('hex') }),
        ),
      ),
    children: (path) =>
      call<readonly string[] | null>(path, (zk, done) =>
        zk.getChildren(path, ignore, (error, names) => done(error, error ? null : names)),
      ),
    create: (path, text, kind) =>
      call<Created>(path, (zk, done) => {
        const mode = kind === 'ephemeral' ? CreateMode.EPHEMERAL : CreateMode.PERSISTENT
        zk.create(path, Buffer.from(text), acl, mode, (error) => {
          if (codeOf(error) === Exception.NODE_EXISTS) done(null, 'was there')
          else done(error, isMissing(error) ? 'no parent' : 'made')
        })
      }),
    remove: (path) => call<void>(path, (zk, done) => zk.remove(path, (error) => done(error, undefined))),
    end() {
      isEnded = true
      stopPing()
      for (const reject of underWay) reject(lost())
      for (const start of waiting) start()
      waiting.clear()
    },
  }
}

function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === Exception.NO_NODE
}

function failure(address: string, path: string, error: unknown): Error | null {
  if (error === null || error === undefined || isMissing(error)) return null
  switch (codeOf(error)) {
    case Exception.CONNECTION_LOSS:
    case Exception.SESSION_EXPIRED:
      return unavailable(address, 'the connection was lost', 'lost', error)
    case Exception.NO_AUTH: {
      const remedy = 'set [zookeeper] auth = digest:USER:PASSWORD to one that it lets in, or change it with setAcl'
      return unavailable(address, `the ACL of ${path} refuses us: ${remedy}`, 'refused', error)
    }
    default:
      return unavailable(address, `${path}: ${error instanceof Error ? error.message : 'failed'}`, 'failed', error)
  }
}
