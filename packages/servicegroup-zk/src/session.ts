import { createClient, type Client } from 'node-zookeeper-client'
import type { Timer } from '@nova-sched/core/plugin'
import type { Server, Settings } from './options.ts'

/** Is told what becomes of a session. */
export interface SessionListener {
  /** At every connection, the first and those after. */
  readonly connected: () => void
  readonly disconnected: () => void
  /** It is over: nothing comes after it. */
  readonly expired: () => void
  /** The servers do not take our credentials: it is over. */
  readonly rejected: () => void
  /** A watch has fired. */
  readonly changed: (path: string, type: number) => void
}

/** One ZooKeeper session, over as many connections as it needs. */
export interface Session {
  readonly library: Client
  /** In hexadecimal digits; what `ephemeralOwner` of its nodes says. */
  readonly id: () => string
  /** The time-out that the servers granted, in milliseconds. */
  readonly timeout: () => number
  /** Sends what is asked from here to the end of this turn together. */
  readonly gather: () => void
  /** Ends the connection, not the session: another server is tried. */
  readonly reconnect: () => void
  /** Ends the session for the servers too, so that its nodes go at once; waits so many milliseconds at most. */
  readonly close: (limit: number) => Promise<void>
  /** Ends it here. The servers end it when they have not heard of it for its time-out. */
  readonly end: () => void
}

/** What of the library's inside is mended here. */
interface Inside {
  readonly connectionManager: {
    servers: Server[]
    nextServerIndex: number
    watcherManager: object
    readonly packetQueue: { queue: unknown[] }
    readonly socket?: { destroy(): void; cork(): void; uncork(): void }
    readonly connectTimeoutHandler: NodeJS.Timeout | undefined
    state: number
    findNextServer(connect: (server: Server) => void): void
    onSocketData(chunk: Buffer): void
  }
}

/** The library's state of a connection that is not made again. */
const CLOSING = -1
/** The longest pause between two rounds of all servers, in milliseconds. */
const PAUSE = 1000
/** Packets begin with their length, in so many bytes. */
const LENGTH = 4
const NOTHING = Buffer.alloc(0)

/**
 * Opens a session; connects, again and again, until it ends.
 *
 * The library is mended where it stands in the way: it cannot name IPv6 servers, waits for ever for a server that takes
 * the connection and says nothing, keeps half a packet and unsent operations for the next connection, throws out of
 * the socket on codes that it does not know, copies all that has arrived for each packet in it, and sends all watches in one packet, which a server refuses from 1 MB on
 * (about 12,000 members). So watches are not kept: who watches reads anew after a connection.
 */
export function openSession(
  { servers, timeout, digest }: Settings,
  { timer, random }: { readonly timer: Timer; readonly random: () => number },
  listener: SessionListener,
): Session {
  const names = servers.map(({ host, port }) => `${host}:${port}`).join(',')
  const pause = Math.min(PAUSE, timeout / 4)
  const library = createClient(names, { sessionTimeout: timeout, retries: 0, spinDelay: pause })
  const inside = (library as unknown as Inside).connectionManager
  let isEnded = false
  let isConnected = false
  let stopLimit = (): void => {}
  let isGathering = false
  let received: Buffer = NOTHING
  let whenGone = (): void => {}

  const drop = (): void => {
    stopLimit()
    clearTimeout(inside.connectTimeoutHandler)
    inside.socket?.destroy()
  }
  const end = (): void => {
    isEnded = true
    inside.state = CLOSING
    drop()
  }
  const over = (tell: () => void) => () => {
    end()
    tell()
  }
  const findNextServer = inside.findNextServer.bind(inside)
  const onSocketData = inside.onSocketData.bind(inside)
  Object.assign(inside, {
    servers: [...servers],
    nextServerIndex: Math.floor(random() * servers.length),
    watcherManager: {
      registerDataWatcher() {},
      registerChildWatcher() {},
      registerExistenceWatcher() {},
      isEmpty: () => true,
      emit: ({ path, type }: { readonly path: string; readonly type: number }) => listener.changed(path, type),
    },
    findNextServer(connect: (server: Server) => void) {
      received = NOTHING
      inside.packetQueue.queue.length = 0
      if (isEnded) return
      findNextServer((server) => {
        if (isEnded) return
        connect(server)
        stopLimit()
        stopLimit = timer.after(timeout / 3, drop)
      })
    },
    onSocketData(chunk: Buffer) {
      try {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        for (let end = endOfPacket(received); end <= received.length; end = endOfPacket(received)) {
          const packet = received.subarray(0, end)
          received = received.subarray(end)
          onSocketData(packet)
        }
      } catch {
        drop()
      }
    },
  })

  library.on('connected', () => {
    stopLimit()
    isConnected = true
    listener.connected()
  })
  library.on('disconnected', () => {
    isConnected = false
    whenGone()
    if (!isEnded) listener.disconnected()
  })
  library.on('expired', over(listener.expired))
  library.on('authenticationFailed', over(listener.rejected))
  if (digest !== null) library.addAuthInfo('digest', Buffer.from(digest))
  library.connect()

  return {
    library,
    id: () => library.getSessionId().toString('hex'),
    timeout: () => library.getSessionTimeout(),
    reconnect: drop,
    gather() {
      const { socket } = inside
      if (isGathering || socket === undefined) return
      isGathering = true
      socket.cork()
      process.nextTick(() => {
        isGathering = false
        socket.uncork()
      })
    },
    end,
    async close(limit) {
      if (isConnected && !isEnded) {
        isEnded = true
        await new Promise<void>((resolve) => {
          whenGone = resolve
          timer.after(limit, resolve)
          library.close()
        })
      }
      end()
    },
  }
}

/** Infinity: its length has not arrived. */
function endOfPacket(received: Buffer): number {
  if (received.length < LENGTH) return Infinity
  const length = received.readInt32BE(0)
  if (length < 0) throw new Error('what arrived is no packet of ZooKeeper')
  return LENGTH + length
}
