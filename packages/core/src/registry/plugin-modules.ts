import { existsSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { followedImports, importInVersions, inVersion } from './import-hook.ts'

/** A module file that a plugin is made of. */
interface PluginModule {
  /** What the file looked like when it was last looked at. */
  stamp: string
  /** Which change of it, or of something that it imports, it is to be loaded in; 0 until there is one. */
  version: number
  /** The files that import it. */
  readonly importers: Set<string>
  /** It could not be loaded, for a reason that need not lie in its file. */
  isBroken: boolean
}

/** What this process loaded plugins from, as Node's own memory of modules is the process's. */
const modules = new Map<string, PluginModule>()
const lookedFor = new Set<string>()
const required = createRequire(import.meta.url).cache
let newestVersion = 0

/** Whether something is there, for plugins that are looked for: it may come, go or change later. */
export function isThere(path: string): boolean {
  lookedFor.add(path)
  return existsSync(path)
}

/**
 * Every file and folder that this process loaded plugins from or looked for them at, there or not, and the files that
 * these import by their paths; those of the in-tree packages are not among them. When one of them changes, plugins of a
 * configuration that is loaded anew may be others.
 */
export function pluginFiles(): readonly string[] {
  noteImports()
  return [...new Set([...lookedFor, ...modules.keys()])]
}

/**
 * Looks which plugin files have changed since they were loaded: they, and what imports them, get a new version. What
 * did not change stays loaded, and shared with whoever else imports it.
 */
export function noticeChanges(): void {
  noteImports()
  const renewed = new Map<string, number>()
  for (const [file, module] of modules) {
    const stamp = stampOf(file)
    if (stamp === module.stamp && !module.isBroken) continue
    module.stamp = stamp
    module.isBroken = false
    renew(file, ++newestVersion, renewed)
  }
  if (renewed.size > 0) importInVersions(renewed)
}

/** The URL to import a plugin's module by, as it is now. */
export function moduleUrl(file: string): string {
  // Node knows a module by what a link stands for; the link may come to stand for another.
  lookedFor.add(file)
  const path = realPathOf(file)
  const url = pathToFileURL(path).href
  const known = modules.get(path)
  if (known !== undefined) return inVersion(url, known.version)
  modules.set(path, newModule(path))
  importInVersions(new Map([[url, 0]]))
  return url
}

/** A module that could not be loaded is tried again the next time that plugins are looked for. */
export function tryAgain(file: string): void {
  const module = modules.get(realPathOf(file))
  if (module !== undefined) module.isBroken = true
}

function renew(file: string, version: number, renewed: Map<string, number>): void {
  const module = modules.get(file)
  if (module === undefined || module.version === version) return
  module.version = version
  renewed.set(pathToFileURL(file).href, version)
  // CommonJS modules are remembered by their path alone.
  delete required[file]
  for (const importer of module.importers) renew(importer, version, renewed)
}

/** Takes note of what was imported, as the files are now: to be called as soon as modules were loaded. */
export function noteImports(): void {
  for (const { from, to } of followedImports()) noteImport(fileURLToPath(from), pathOf(to))
  // Grows as it is walked: what a CommonJS module requires may require others.
  for (const file of modules.keys()) {
    for (const { filename } of required[file]?.children ?? []) noteImport(file, filename)
  }
}

function noteImport(from: string, to: string | null): void {
  if (to === null) return
  const module = modules.get(to) ?? newModule(to)
  modules.set(to, module)
  module.importers.add(from)
}

function newModule(file: string): PluginModule {
  return { stamp: stampOf(file), version: 0, importers: new Set(), isBroken: false }
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** A URL that was asked for need not stand for a path. */
function pathOf(url: string): string | null {
  try {
    return fileURLToPath(url)
  } catch {
    return null
  }
}

/** Whatever changes a file changes one of these; a file that is not there has none. */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join()
  } catch {
    return ''
  }
}
