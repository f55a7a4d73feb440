import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What a test may need of the machine: servers, and the Python code that ours is compared with. */
export type Kind = 'zookeeper' | 'mariadb' | 'postgres' | 'memcached' | 'python3-nova' | 'python3-kazoo'

/** The Debian package that has it. */
export const DEBIAN_PACKAGES: Readonly<Record<Kind, string>> = {
  zookeeper: 'zookeeper',
  mariadb: 'mariadb-server',
  postgres: 'postgresql',
  memcached: 'memcached',
  'python3-nova': 'python3-nova',
  'python3-kazoo': 'python3-kazoo',
}

const ZOOKEEPER_JAR = '/usr/share/java/zookeeper.jar'
const POSTGRES_VERSIONS = '/usr/lib/postgresql'
const PYTHON_PACKAGES = '/usr/lib/python3/dist-packages'

/** The programs and files of a kind, by the names that the recipes use; an absent one is null. */
const PARTS: Readonly<Record<Kind, () => Readonly<Record<string, string | null>>>> = {
  zookeeper: () => ({ java: program('java'), 'zookeeper.jar': file(ZOOKEEPER_JAR) }),
  mariadb: () => programs('mariadbd', 'mariadb-install-db', 'mariadb'),
  postgres: () => programs('postgres', 'initdb', 'psql'),
  memcached: () => programs('memcached'),
  'python3-nova': () => ({ python3: file('/usr/bin/python3'), nova: file(join(PYTHON_PACKAGES, 'nova')) }),
  'python3-kazoo': () => ({ python3: file('/usr/bin/python3'), kazoo: file(join(PYTHON_PACKAGES, 'kazoo')) }),
}

/** Whether this machine has what the kind needs. */
export function isInstalled(kind: Kind): boolean {
  return whyMissing(kind) === null
}

/** What is not there, and what to do; null when all is there. */
export function whyMissing(kind: Kind): string | null {
  const missing = Object.entries(PARTS[kind]()).flatMap(([name, path]) => (path === null ? [name] : []))
  if (missing.length === 0) return null
  return `${kind} is not installed: no ${missing.join(', ')}. On Debian: apt-get install ${DEBIAN_PACKAGES[kind]}`
}

/**
 * Where the programs and files of a kind are.
 *
 * @throws Error with the text of `whyMissing`
 */
export function partsOf(kind: Kind): (name: string) => string {
  const missing = whyMissing(kind)
  if (missing !== null) throw new Error(missing)
  const parts = PARTS[kind]()
  return (name) => parts[name] ?? name
}

function programs(...names: string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, program(name)]))
}

/** Debian has wrappers of PostgreSQL's programs on the PATH, and keeps what only administrators start off it. */
function program(name: string): string | null {
  const folders = [...postgresFolders(), ...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

/** Newest version first. */
function postgresFolders(): string[] {
  if (!existsSync(POSTGRES_VERSIONS)) return []
  const versions = readdirSync(POSTGRES_VERSIONS).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function file(path: string): string | null {
  return existsSync(path) ? path : null
}
