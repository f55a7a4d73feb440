import type { Liveness, MemberLiveness } from '@nova-sched/core/plugin'
import { Event } from 'node-zookeeper-client'
import type { Connection } from './connection.ts'
import { isRefused } from './errors.ts'
import { nameOf } from './names.ts'

/** What Nova writes into the node of a host; a node with anything else is none of its. */
export const MARK = 'ZKMembers'

/** A group as one connection sees it: read once, then kept by watches. */
export interface GroupView {
  /** All was read; rejects when it could not be. */
  readonly complete: Promise<void>
  /** Who is there now, once it is complete. */
  readonly liveness: () => Liveness
  /** A watch has fired for the group or for one of its hosts. */
  readonly changed: (path: string, type: number) => void
  /** Asks again for the hosts whose ACL kept us out: nothing tells when that changes. */
  readonly retryRefused: () => Promise<void>
}

/** Is told what becomes of a view. */
export interface GroupViewListener {
  readonly changed: () => void
  /** It is worth nothing any more. */
  readonly failed: (error: unknown) => void
}

interface HostNode {
  readonly name: string
  isMarked: boolean
  processes: number
  /** Its ACL keeps us out. */
  refusal: string | null
  /** What these say, put together when it is asked for. */
  state: MemberLiveness | null
}

/**
 * Reads a group: one operation for its hosts, two for each host. From then on a change of a host costs one operation.
 *
 * Only what a reading gives changes the view, never the event that led to it: answers come in the order of the
 * questions, so the last one is right.
 */
export function viewGroup(connection: Connection, path: string, listener: GroupViewListener): GroupView {
  const hosts = new Map<string, HostNode>()
  const refused = new Map<string, HostNode>()
  let liveness: Liveness | null = null

  const touch = (): void => {
    liveness = null
    listener.changed()
  }
  const readHost = async (node: HostNode, key: string, what: 'all' | 'data' | 'processes'): Promise<void> => {
    const at = `${path}/${key}`
    const readData = async (): Promise<void> => {
      const data = await connection.read(at)
      if (data !== null) node.isMarked = data.text === MARK
    }
    const readProcesses = async (): Promise<void> => {
      const children = await connection.children(at)
      if (children !== null) node.processes = children.length
      else if (hosts.get(key) === node) hosts.delete(key)
    }
    try {
      await Promise.all([what === 'processes' ? null : readData(), what === 'data' ? null : readProcesses()])
      node.refusal = null
    } catch (error) {
      if (!isRefused(error)) throw error
      node.refusal = (error as Error).message
      refused.set(key, node)
    }
    node.state = null
    touch()
  }
  const readHosts = async (): Promise<void> => {
    const keys = await connection.children(path)
    if (keys === null && (await connection.exists(path))) return readHosts()
    const there = new Set(keys)
    for (const key of hosts.keys()) if (!there.has(key)) hosts.delete(key)
    const added = [...there].filter((key) => !hosts.has(key))
    const reading = added.map((key) => {
      const node: HostNode = { name: nameOf(key), isMarked: false, processes: 0, refusal: null, state: null }
      hosts.set(key, node)
      return readHost(node, key, 'all')
    })
    await Promise.all(reading)
    touch()
  }
  const change = (at: string, type: number): Promise<void> => {
    if (at === path) return readHosts()
    const key = at.slice(path.length + 1)
    const node = hosts.get(key)
    if (node === undefined) return Promise.resolve()
    const what = type === Event.NODE_CHILDREN_CHANGED ? 'processes' : type === Event.NODE_DATA_CHANGED ? 'data' : 'all'
    return readHost(node, key, what)
  }
  const complete = readHosts()
  complete.catch(listener.failed)

  return {
    complete,
    liveness: () => (liveness ??= livenessOf(path, hosts.values())),
    changed: (at, type) => void change(at, type).catch(listener.failed),
    async retryRefused() {
      const nodes = Array.from(refused).filter(([key, node]) => hosts.get(key) === node)
      refused.clear()
      await Promise.all(nodes.map(([key, node]) => readHost(node, key, 'all')))
    },
  }
}

/** Two nodes of one name are one host, up if either is. */
function livenessOf(path: string, nodes: Iterable<HostNode>): Liveness {
  const states = new Map<string, MemberLiveness>()
  for (const node of nodes) {
    node.state ??= stateOf(path, node)
    if (states.get(node.name)?.state !== 'up') states.set(node.name, node.state)
  }
  const absent = told('down', `it never joined: ${path} has no node of it`)
  let members: readonly string[] | null = null
  return Object.freeze({
    of: (member: string) => states.get(member) ?? absent,
    get members() {
      return (members ??= Object.freeze(Array.from(states.keys()).filter(isUp).sort()))
    },
  })
  function isUp(name: string): boolean {
    return states.get(name)?.state === 'up'
  }
}

function stateOf(path: string, { isMarked, processes, refusal }: HostNode): MemberLiveness {
  if (refusal !== null) return told('unknown', refusal)
  if (processes === 0) return told('down', `its node under ${path} is empty: no process of it is there`)
  if (!isMarked) return told('down', `its node under ${path} does not hold ${MARK}: it is not Nova's`)
  return told('up', `${processes} of its processes ${processes === 1 ? 'is' : 'are'} there, under ${path}`)
}

function told(state: MemberLiveness['state'], why: string): MemberLiveness {
  return Object.freeze({ state, updatedAt: null, validUntil: null, why })
}
