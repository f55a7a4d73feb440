import type { Log, Timer } from '@nova-sched/core/plugin'
import { openConnection, type Connection } from './connection.ts'
import { isLost, unavailable } from './errors.ts'
import type { Settings } from './options.ts'
import { openSession, type Session } from './session.ts'

/** ZooKeeper, whatever becomes of servers and sessions. */
export interface ZooKeeper {
  /**
   * Runs operations on a connection, and anew on the next one when it is lost. The first use opens the session.
   *
   * @throws SERVICE_GROUP_UNAVAILABLE when nothing was heard of the servers for the session time-out, or they refuse
   */
  use<T>(run: (connection: Connection) => Promise<T>): Promise<T>
  /** The connection; null while there is none. */
  readonly connection: () => Connection | null
  /** Ends the session, and its nodes with it. */
  close(): Promise<void>
}

/** Is told what becomes of the connection. */
export interface ZooKeeperListener {
  /** Whatever was watched is no longer. */
  connected(connection: Connection): void
  /** Nothing was heard of the servers for the session time-out: what was known of them may be wrong. */
  unavailable(): void
  /** A node that was read has changed; `type` is one of the library's `Event`. */
  changed(path: string, type: number): void
}

/** What a {@link ZooKeeper} needs of the world. */
export interface World {
  readonly log: Log
  readonly timer: Timer
  readonly clock: () => number
  readonly random: () => number
}

interface Waiter {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: Error) => void
}

/** How often operations are begun anew: servers that drop us every time are an error, not a reason to try for ever. */
const ATTEMPTS = 5

/** Keeps a session open, and opens another when it has expired. Nothing is opened before it is used. */
export function zooKeeper(settings: Settings, world: World, listener: ZooKeeperListener): ZooKeeper {
  const { address, timeout } = settings
  const { log, timer, clock } = world
  let session: Session | null = null
  let connection: Connection | null = null
  const waiters: Waiter[] = []
  let isAway = false
  let isClosed = false
  let why = `no server answered for ${timeout} ms; check [zookeeper] address, and that most of the servers run`
  let stopWaiting = (): void => {}
  const away = (): Error => unavailable(address, isClosed ? 'the driver was closed' : why, 'away')

  const giveUp = (): void => {
    isAway = true
    if (!isClosed) log.warn(`${away().message}; trying on`)
    for (const { reject } of waiters.splice(0)) reject(away())
    listener.unavailable()
  }
  const waitAtMost = (milliseconds: number): void => {
    stopWaiting()
    stopWaiting = timer.after(milliseconds, giveUp)
  }
  const lose = (): void => {
    if (connection === null) return
    connection.end()
    // Silence counts from the last answer on, but another server is given the time to take the session over.
    const silence = Math.max(0, clock() - connection.heardAt())
    waitAtMost(Math.max(timeout - silence, timeout / 3))
    connection = null
  }
  const connect = (mine: Session): void => {
    lose()
    stopWaiting()
    if (isAway) log.warn(`ServiceGroup available again (zk ${address})`)
    isAway = false
    const made = openConnection(mine, settings, world)
    connection = made
    listener.connected(made)
    for (const { resolve } of waiters.splice(0)) resolve(made)
  }
  const open = (): void => {
    const ifMine = (run: () => void) => () => {
      if (!isClosed && session === mine) run()
    }
    const mine: Session = openSession(settings, world, {
      connected: ifMine(() => connect(mine)),
      disconnected: ifMine(lose),
      expired: ifMine(() => {
        lose()
        log.warn(`the ZooKeeper session has expired (zk ${address}): opening another`)
        open()
      }),
      rejected: ifMine(() => {
        lose()
        why = 'the servers do not take [zookeeper] auth'
        giveUp()
        timer.after(timeout, ifMine(open))
      }),
      changed: (path, type) => {
        if (session === mine) listener.changed(path, type)
      },
    })
    session = mine
  }
  const whenConnected = (): Promise<Connection> => {
    if (connection !== null) return Promise.resolve(connection)
    if (isClosed || isAway) return Promise.reject(away())
    if (session === null) {
      open()
      waitAtMost(timeout)
    }
    return new Promise((resolve, reject) => waiters.push({ resolve, reject }))
  }
  // A process that was stopped finds its connection as it left it: the server is asked before it is believed.
  const whenHeard = async (): Promise<Connection> => {
    for (;;) {
      const found = await whenConnected()
      const age = clock() - found.heardAt()
      if (age >= 0 && age < (found.timeout * 2) / 3) return found
      await found.ping().catch(() => {})
    }
  }

  return {
    connection: () => connection,
    async use(run) {
      for (let attempt = 1; ; attempt++) {
        const found = await whenHeard()
        try {
          return await run(found)
        } catch (error) {
          if (!isLost(error) || attempt === ATTEMPTS) throw error
        }
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      stopWaiting()
      connection?.end()
      connection = null
      for (const { reject } of waiters.splice(0)) reject(away())
      await session?.close(timeout / 3)
    },
  }
}
