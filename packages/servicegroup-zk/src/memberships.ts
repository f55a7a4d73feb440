import { NovaSchedError, type Log, type Timer } from '@nova-sched/core/plugin'
import type { ZooKeeper } from './client.ts'
import type { Connection } from './connection.ts'
import { isAway } from './errors.ts'
import { MARK } from './group-view.ts'
import type { Settings } from './options.ts'

/** The memberships of this process. */
export interface Memberships {
  /** Makes one, and keeps it until it is left. */
  join(hostPath: string): Promise<void>
  leave(hostPath: string): Promise<void>
  /** Puts all of them right: a new connection may be that of a new session, without any. */
  keepAll(): void
  /** Puts one right: its node has changed. */
  changed(path: string): void
}

interface Membership {
  readonly path: string
  readonly token: string
  isWanted: boolean
  /** It was joined once: it is kept from then on. */
  isKept: boolean
  isWarned: boolean
  work: Promise<void>
  stopRetry: () => void
}

/** What memberships are made with. */
export interface MembershipParts {
  readonly zk: Pick<ZooKeeper, 'use'>
  readonly settings: Pick<Settings, 'retryInterval'>
  readonly pid: number
  readonly random: () => number
  readonly timer: Timer
  readonly log: Log
}

/** Looks, and looks again after each change: more is a fight with another process. */
const LOOKS = 5
const SECOND = 1000

/** Keeps ephemeral nodes `<host>/<pid>`, each with a random token by which its process knows it as its own. */
export function keepMemberships({ zk, settings, pid, random, timer, log }: MembershipParts): Memberships {
  const memberships = new Map<string, Membership>()
  const pause = (): Promise<void> => new Promise((resolve) => void timer.after(settings.retryInterval, () => resolve()))

  const settle = (membership: Membership): Promise<void> => {
    const run = (): Promise<void> =>
      zk.use(async (connection) => {
        if (membership.isWanted) {
          memberships.set(membership.path, membership)
          return makeNode(connection, membership)
        }
        await removeNode(connection, membership)
        memberships.delete(membership.path)
      })
    membership.work = membership.work.then(run, run)
    return membership.work
  }
  const keep = (membership: Membership): void => {
    if (membership.isWanted && !membership.isKept) return
    settle(membership).then(
      () => (membership.isWarned = false),
      (error: unknown) => {
        if (!membership.isWanted || isAway(error)) return
        if (!membership.isWarned) log.warn(`${membership.path}: not a member now, trying on: ${textOf(error)}`)
        membership.isWarned = true
        membership.stopRetry()
        membership.stopRetry = timer.after(Math.max(settings.retryInterval, SECOND), () => keep(membership))
      },
    )
  }
  const joinOnce = async (membership: Membership): Promise<void> => {
    try {
      await settle(membership)
    } catch (error) {
      if (!isTaken(error)) throw error
      log.warn(`${error.message}; trying once more in ${settings.retryInterval / 1000} s`)
      await pause()
      await settle(membership)
    }
  }

  return {
    async join(hostPath) {
      const path = `${hostPath}/${pid}`
      const known = memberships.get(path)
      const membership = known ?? {
        path,
        token: String(random()),
        isWanted: true,
        isKept: false,
        isWarned: false,
        work: Promise.resolve(),
        stopRetry: () => {},
      }
      memberships.set(path, membership)
      membership.isWanted = true
      try {
        await joinOnce(membership)
        membership.isKept = true
      } catch (error) {
        // It may have been made all the same: the next connection looks.
        if (!membership.isKept) membership.isWanted = false
        throw error
      }
    },
    async leave(hostPath) {
      const membership = memberships.get(`${hostPath}/${pid}`)
      if (membership === undefined) return
      membership.isWanted = false
      membership.isKept = false
      // Without a connection it goes with the next one, or with the session.
      await settle(membership).catch(() => {})
    },
    keepAll() {
      for (const membership of memberships.values()) keep(membership)
    },
    changed(path) {
      const membership = memberships.get(path)
      if (membership !== undefined) keep(membership)
    },
  }
}

async function makeNode(connection: Connection, { path, token }: Membership): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const node = await connection.read(path)
    if (node === null) {
      await makeHost(connection, parentOf(path))
      await connection.create(path, token, 'ephemeral')
    } else if (node.text !== token) {
      break
    } else if (node.owner === connection.sessionId) {
      return
    } else {
      // Of our session before this one, which the servers have not ended yet: they would, and take it away.
      await connection.remove(path)
    }
  }
  const message = `${path} is taken: another process of this host has the same process id, or did until a moment ago`
  throw new NovaSchedError('SERVICE_GROUP_TAKEN', message, { path })
}

async function removeNode(connection: Connection, { path, token }: Membership): Promise<void> {
  const node = await connection.read(path)
  if (node?.text === token) await connection.remove(path)
}

async function makeHost(connection: Connection, path: string): Promise<void> {
  await makePath(connection, path, MARK)
  const node = await connection.read(path)
  if (node === null || node.text === MARK) return
  const what = JSON.stringify(node.text.slice(0, 40))
  const message = `${path} holds ${what} and not ${MARK}: it is not Nova's, and who joins there is not seen. Delete it, or choose another [zookeeper] sg_prefix`
  throw new NovaSchedError('SERVICE_GROUP_TAKEN', message, { path })
}

/** Makes a node that is not there, and those above it. */
export async function makePath(connection: Connection, path: string, text = ''): Promise<void> {
  if (path === '' || (await connection.exists(path))) return
  if ((await connection.create(path, text, 'persistent')) !== 'no parent') return
  await makePath(connection, parentOf(path))
  await connection.create(path, text, 'persistent')
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function isTaken(error: unknown): error is NovaSchedError {
  return error instanceof NovaSchedError && error.code === 'SERVICE_GROUP_TAKEN'
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
