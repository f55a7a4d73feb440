import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './ask.ts'
import { partsOf } from './programs.ts'
import { serve, type Place, type Recipe } from './recipe.ts'
import type { TestServer } from './server.ts'

/** Without it, ZooKeeper does not say why it cannot start. Debian installs it with ZooKeeper. */
const LOGGER = '/usr/share/java/slf4j-simple.jar'

/** What may be chosen of a ZooKeeper. */
export interface ZooKeeperOptions {
  /** Lines of its zoo.cfg, in place of those that it would have: `{ tickTime: 200 }`. */
  readonly conf?: Readonly<Record<string, string | number>>
}

/** A ZooKeeper whose sessions may be as short as one second. */
export function startZooKeeper(options: ZooKeeperOptions = {}): Promise<TestServer> {
  return serve(zooKeeperRecipe(options.conf ?? {}))
}

/** A ZooKeeper with further lines of zoo.cfg, and what else must lie in its folder. */
export function zooKeeperRecipe(
  conf: Readonly<Record<string, string | number>>,
  prepare: (place: Place) => void = () => undefined,
): Recipe {
  return {
    kind: 'zookeeper',
    async prepare(place) {
      prepare(place)
      const lines = { ...defaults(place), ...conf }
      const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(place.folder, 'zoo.cfg'), text.join(''))
    },
    command,
    answers,
  }
}

function defaults({ folder, port }: Place): Record<string, string | number> {
  return {
    clientPort: port,
    clientPortAddress: '127.0.0.1',
    dataDir: folder,
    tickTime: 500,
    minSessionTimeout: 1000,
    maxSessionTimeout: 60_000,
    maxClientCnxns: 0,
    'admin.enableServer': 'false',
    '4lw.commands.whitelist': '*',
  }
}

function command({ folder }: Place): string[] {
  const part = partsOf('zookeeper')
  return [
    part('java'),
    '-Xmx128m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:-UsePerfData',
    '-Dzookeeper.forceSync=no',
    '-Dzookeeper.preAllocSize=1024',
    '-Dzookeeper.electionPortBindRetry=1',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    '-Dzookeeper.jmx.log4j.disable=true',
    '-cp',
    `${part('zookeeper.jar')}:${LOGGER}`,
    'org.apache.zookeeper.server.quorum.QuorumPeerMain',
    join(folder, 'zoo.cfg'),
  ]
}

/** `srvr` has a mode only where there is a quorum; `conf` names the folder, which is this server's alone. */
async function answers({ folder, port }: Place): Promise<boolean> {
  const target = { host: '127.0.0.1', port }
  const conf = await ask(target, 'conf')
  return conf.includes(`dataDir=${folder}/`) && (await ask(target, 'srvr')).includes('Mode:')
}
