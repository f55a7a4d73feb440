import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isPluginPath, NovaSchedError } from '@nova-sched/core'

/** Larger plugins are not copied into a case, in bytes. */
const LARGEST = 16 * 1024 * 1024
const MODULE = /\.(js|mjs|cjs)$/
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.json', '/index.js']

/** The plugin files that a case takes along. */
export interface PluginCopies {
  /** Paths in the case, with what is copied there. */
  readonly files: ReadonlyMap<string, Uint8Array | string>
  /**
   * What a value of nova.conf that may be a path becomes in the case.
   *
   * @param bases - folders that a relative path may start from, the first that has it wins
   * @throws USAGE when what it names is too large
   */
  relocate(value: string, bases: readonly string[]): Promise<string>
}

/** Collects the files and folders that nova.conf names by path, each in a folder of its own under `plugins`. */
export function pluginCopies(): PluginCopies {
  const files = new Map<string, Uint8Array | string>()
  const moved = new Map<string, string>()
  let size = 0
  async function copy(path: string): Promise<string> {
    const { root, sources, isFolder } = await sourcesOf(path)
    const name = freeName(basename(path, isFolder ? '' : extname(path)), files)
    for (const source of sources) {
      const content = await readFile(source)
      size += content.length
      if (size > LARGEST) {
        throw new NovaSchedError('USAGE', `${path}: plugins of more than 16 MiB are not saved with a case`, { path })
      }
      files.set(inCase(name, root, source), content)
    }
    const manifest = `plugins/${name}/package.json`
    if (sources.some((source) => source.endsWith('.js')) && !files.has(manifest)) {
      files.set(manifest, `${JSON.stringify({ type: await moduleType(root) })}\n`)
    }
    return `./${inCase(name, root, path)}`
  }
  return {
    files,
    async relocate(value, bases) {
      const path = isPluginPath(value) ? await existing(value, bases) : null
      if (path === null) return value
      const known = moved.get(path) ?? (await copy(path))
      moved.set(path, known)
      return known
    },
  }
}

function inCase(name: string, root: string, path: string): string {
  return ['plugins', name, ...relative(root, path).split(sep)].filter((part) => part !== '').join('/')
}

function freeName(name: string, files: PluginCopies['files']): string {
  const taken = new Set(Array.from(files.keys(), (file) => file.split('/')[1]))
  if (!taken.has(name)) return name
  return freeName(
    name.replace(/(?:-(\d+))?$/, (_, number?: string) => `-${Number(number ?? 1) + 1}`),
    files,
  )
}

async function existing(value: string, bases: readonly string[]): Promise<string | null> {
  const candidates = isAbsolute(value) ? [value] : bases.map((base) => resolve(base, value))
  for (const candidate of candidates) if ((await statOf(candidate)) !== null) return candidate
  return null
}

/** A file or folder with all that its modules import by relative paths, and the folder that holds everything. */
async function sourcesOf(path: string): Promise<{ root: string; sources: readonly string[]; isFolder: boolean }> {
  const isFolder = (await statOf(path))?.isDirectory() === true
  const sources = new Set(isFolder ? await modulesIn(path) : [path])
  // What is added on the way is visited as well.
  for (const source of sources) {
    if (!MODULE.test(source)) continue
    for (const [, , specifier = ''] of (await readFile(source, 'utf8')).matchAll(RELATIVE_IMPORT)) {
      const found = await moduleFile(resolve(dirname(source), specifier))
      if (found !== null) sources.add(found)
    }
  }
  let root = isFolder ? path : dirname(path)
  while ([...sources].some((source) => relative(root, source).startsWith('..'))) root = dirname(root)
  return { root, sources: [...sources], isFolder }
}

/** The modules of a folder that plugins are taken from; whatever else lies there may be anything. */
async function modulesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => MODULE.test(name) && !/^[._]|\.(test|spec)\./.test(name))
    .map((name) => join(folder, name))
}

async function moduleFile(path: string): Promise<string | null> {
  for (const ending of ENDINGS) if ((await statOf(path + ending))?.isFile() === true) return path + ending
  return null
}

/** How Node reads `.js` files there: as the nearest package.json says. */
async function moduleType(folder: string): Promise<'module' | 'commonjs'> {
  for (let at = folder; ; at = dirname(at)) {
    const text = await readFile(join(at, 'package.json'), 'utf8').catch(() => null)
    if (text !== null) return /"type"\s*:\s*"module"/.test(text) ? 'module' : 'commonjs'
    if (at === dirname(at)) return 'commonjs'
  }
}

async function statOf(path: string): Promise<Awaited<ReturnType<typeof stat>> | null> {
  return stat(path).catch(() => null)
}
