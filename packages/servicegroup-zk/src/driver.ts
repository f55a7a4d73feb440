import {
  defineServiceGroupDriver,
  type Liveness,
  type LivenessListener,
  type ServiceGroupDriver,
  type ServiceGroupEnv,
} from '@nova-sched/core/plugin'
import { zooKeeper } from './client.ts'
import type { Connection } from './connection.ts'
import { isLost } from './errors.ts'
import { viewGroup, type GroupView } from './group-view.ts'
import { keepMemberships, makePath } from './memberships.ts'
import { nodeName } from './names.ts'
import { OPTIONS, readSettings } from './options.ts'

/** Nova's zk driver: a member is up while a process of it holds an ephemeral node. */
export const ZooKeeperDriver = defineServiceGroupDriver({
  name: 'zk',
  classPath: 'nova.servicegroup.drivers.zk.ZooKeeperDriver',
  help: 'A service is up while its ZooKeeper session lives.',
  options: OPTIONS,
  create: createDriver,
})

/** What is known by one connection. */
interface Sight {
  readonly connection: Connection
  /** The node under which services join was made, or could not be. */
  readonly root: Promise<void>
  readonly views: Map<string, GroupView>
}

interface Watcher {
  readonly path: string
  readonly listener: LivenessListener
  /** Undefined: nothing yet. */
  told: Liveness | null | undefined
}

/** Changes that come together are told together, this many milliseconds after the first. */
const TOGETHER = 5
const SECOND = 1000

function createDriver(env: ServiceGroupEnv<typeof OPTIONS>): ServiceGroupDriver {
  const settings = readSettings(env.conf)
  const { log, timer } = env
  const watchers = new Set<Watcher>()
  const changed = new Set<string>()
  /** Groups that cannot be read though there is a connection. */
  const failing = new Set<string>()
  let sight: Sight | null = null

  const zk = zooKeeper(settings, env, {
    connected(connection) {
      const root = makePath(connection, settings.root)
      root.catch(() => {})
      sight = { connection, root, views: new Map() }
      memberships.keepAll()
      viewWatched()
    },
    unavailable() {
      for (const watcher of watchers) tell(watcher, null)
    },
    changed(path, type) {
      const parent = path.slice(0, path.lastIndexOf('/'))
      sight?.views.get(path)?.changed(path, type)
      sight?.views.get(parent)?.changed(path, type)
      memberships.changed(path)
    },
  })
  const memberships = keepMemberships({ ...env, zk, settings })
  const groupPath = (group: string): string => `${settings.root}/${nodeName(group)}`

  const tell = (watcher: Watcher, liveness: Liveness | null): void => {
    if (watcher.told === liveness || !watchers.has(watcher)) return
    watcher.told = liveness
    watcher.listener(liveness)
  }
  const tellGroup = (path: string, liveness: Liveness | null): void => {
    for (const watcher of watchers) if (watcher.path === path) tell(watcher, liveness)
  }
  const tellAll = (): void => {
    const paths = [...changed]
    changed.clear()
    if (sight === null || zk.connection() !== sight.connection) return
    for (const path of paths) {
      const view = sight.views.get(path)
      if (view !== undefined) tellGroup(path, view.liveness())
    }
  }
  const tellSoon = (path: string): void => {
    if (changed.size === 0) timer.after(TOGETHER, tellAll)
    changed.add(path)
  }
  const viewWatched = (): void => {
    if (sight === null) return
    for (const { path } of watchers) viewOf(sight, path)
  }
  const viewOf = (seen: Sight, path: string): GroupView => {
    const known = seen.views.get(path)
    if (known !== undefined) return known
    let isComplete = false
    const view = viewGroup(seen.connection, path, {
      changed() {
        if (isComplete) tellSoon(path)
      },
      failed(error) {
        if (seen.views.get(path) === view) seen.views.delete(path)
        if (isLost(error) || seen !== sight) return
        if (!failing.has(path)) log.warn(error instanceof Error ? error.message : String(error))
        failing.add(path)
        tellGroup(path, null)
        timer.after(Math.max(settings.retryInterval, SECOND), viewWatched)
      },
    })
    seen.views.set(path, view)
    void view.complete.then(
      () => {
        isComplete = true
        failing.delete(path)
        tellSoon(path)
      },
      () => {},
    )
    return view
  }
  const snapshot = (path: string): Promise<Liveness> =>
    zk.use(async (connection) => {
      const seen = sight?.connection === connection ? sight : null
      if (seen === null) throw new Error('a connection is seen as soon as it is made')
      // A reader may be kept from making it, and need not.
      await seen.root.catch(() => {})
      const view = viewOf(seen, path)
      await view.complete
      await view.retryRefused()
      return view.liveness()
    })

  return {
    start: () => Promise.resolve(),
    join: async (member, group) => memberships.join(`${groupPath(group)}/${nodeName(member)}`),
    leave: async (member, group) => memberships.leave(`${groupPath(group)}/${nodeName(member)}`),
    snapshot: async (group) => snapshot(groupPath(group)),
    watch(group, listener) {
      const watcher: Watcher = { path: groupPath(group), listener, told: undefined }
      watchers.add(watcher)
      snapshot(watcher.path).then(
        (liveness) => tell(watcher, liveness),
        () => tell(watcher, null),
      )
      return () => void watchers.delete(watcher)
    },
    close: () => zk.close(),
  }
}
