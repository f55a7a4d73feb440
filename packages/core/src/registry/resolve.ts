import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { NovaSchedError } from '../errors.ts'
import { errorText } from '../util/error-text.ts'

/** The keyword by which a package says that it holds plugins. */
export const PLUGIN_KEYWORD = 'nova-sched-plugin'

const MODULE_ENDING = /\.(js|mjs|cjs)$/
const PACKAGE_NAME = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i

type IsThere = (path: string) => boolean

/** Whether a value of nova.conf is a path, not a name. */
export function isPath(value: string): boolean {
  return (value.includes('/') && !value.startsWith('@')) || MODULE_ENDING.test(value)
}

/**
 * The module files that a path or a package name of nova.conf stands for.
 *
 * @param value - a file, a folder (its modules in the order of their names), or a package
 * @param bases - folders to look from, the first that has it wins
 * @param isThere - whether there is something at a path
 * @returns absolute paths; null when nothing of that name is there
 * @throws PLUGIN_INVALID when a package of that name does not say that it holds plugins, or a folder holds none
 */
export function resolveModules(
  value: string,
  bases: readonly string[],
  isThere: IsThere = existsSync,
): readonly string[] | null {
  if (isPath(value)) return resolvePath(value, bases, isThere)
  return PACKAGE_NAME.test(value) ? resolvePackage(value, bases, isThere) : null
}

function resolvePath(value: string, bases: readonly string[], isThere: IsThere): readonly string[] | null {
  const candidates = isAbsolute(value) ? [value] : bases.map((base) => resolve(base, value))
  const path = candidates.find((candidate) => isThere(candidate))
  if (path === undefined) return null
  const stat = statSync(path)
  if (stat.isFile()) return [path]
  if (!stat.isDirectory()) {
    throw new NovaSchedError('PLUGIN_INVALID', `${path}: neither a file nor a folder`, { file: path })
  }
  const files = readdirSync(path)
    .filter((name) => MODULE_ENDING.test(name) && !/^[._]|\.(test|spec)\./.test(name))
    .sort()
  if (files.length > 0) return files.map((name) => join(path, name))
  throw new NovaSchedError(
    'PLUGIN_INVALID',
    `${path}: the folder holds no plugin: no file that ends in .js, .mjs or .cjs`,
    {
      file: path,
    },
  )
}

function resolvePackage(name: string, bases: readonly string[], isThere: IsThere): readonly string[] | null {
  for (const base of bases) {
    const folder = findPackage(name, base, isThere)
    if (folder === undefined) continue
    const manifest = readManifest(name, folder)
    const keywords = manifest['keywords']
    if (!Array.isArray(keywords) || !keywords.includes(PLUGIN_KEYWORD)) {
      const message = `the package ${name} in ${folder} is no plugin of nova-sched and was not loaded: its package.json lacks the keyword '${PLUGIN_KEYWORD}'`
      throw new NovaSchedError('PLUGIN_INVALID', message, { package: name, file: folder })
    }
    return [entryOf(name, folder, manifest)]
  }
  return null
}

function readManifest(name: string, folder: string): Record<string, unknown> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (typeof manifest === 'object' && manifest !== null) return manifest as Record<string, unknown>
    throw new TypeError('it is no object')
  } catch (error) {
    const message = `the package ${name} in ${folder} has a package.json that cannot be read: ${errorText(error)}`
    throw new NovaSchedError('PLUGIN_INVALID', message, { package: name, file: folder }, { cause: error })
  }
}

function findPackage(name: string, base: string, isThere: IsThere): string | undefined {
  for (let folder = resolve(base); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (isThere(join(candidate, 'package.json'))) return candidate
    if (folder === dirname(folder)) return undefined
  }
}

/** A package may export to `import` alone, which `require.resolve` does not see. */
function entryOf(name: string, folder: string, manifest: Record<string, unknown>): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch {
    return join(folder, importTarget(manifest['exports']) ?? (manifest['main'] as string | undefined) ?? 'index.js')
  }
}

function importTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  const conditions = target as Record<string, unknown>
  for (const key of ['.', 'node', 'import', 'module', 'default']) {
    const found = importTarget(conditions[key])
    if (found !== undefined) return found
  }
  return undefined
}
