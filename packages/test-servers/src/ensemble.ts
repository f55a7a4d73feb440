import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import { makeServer, onFreePorts } from './recipe.ts'
import type { TestServer } from './server.ts'
import { zooKeeperRecipe, type ZooKeeperOptions } from './zookeeper.ts'

/** Three ZooKeepers that agree by majority. */
export interface ZooKeeperEnsemble {
  /** All three, as `[zookeeper] address` wants them: `127.0.0.1:1,127.0.0.1:2,127.0.0.1:3`. */
  readonly address: string
  /**
   * `start` of one waits until it serves, which needs a second one: after the loss of the quorum, start both at once.
   */
  readonly servers: readonly TestServer[]
  close(): Promise<void>
}

const MEMBERS = [1, 2, 3]

/**
 * Starts an ensemble, and waits until all three serve. A member that says nothing for 2 s (`syncLimit` of 4 ticks) is
 * given up by the others.
 */
export function startZooKeeperEnsemble(options: ZooKeeperOptions = {}): Promise<ZooKeeperEnsemble> {
  return onFreePorts(() => startOnce(options))
}

async function startOnce(options: ZooKeeperOptions): Promise<ZooKeeperEnsemble> {
  const conf: Record<string, string | number> = { initLimit: 20, syncLimit: 4 }
  for (const id of MEMBERS) conf[`server.${id}`] = `127.0.0.1:${await freePort()}:${await freePort()}`
  Object.assign(conf, options.conf)
  const servers: TestServer[] = []
  for (const id of MEMBERS) {
    const writeId = ({ folder }: { folder: string }) => writeFileSync(join(folder, 'myid'), `${id}\n`)
    servers.push(makeServer(zooKeeperRecipe(conf, writeId), await freePort()))
  }
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()))
  }
  try {
    await startAll(servers)
  } catch (error) {
    await close()
    throw error
  }
  return { address: servers.map(({ address }) => address).join(','), servers, close }
}

/** The first that fails ends the wait: the others may wait for it in vain. */
async function startAll(servers: readonly TestServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.start()))
}
