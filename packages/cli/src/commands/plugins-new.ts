import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { NovaSchedError, releasesWith } from '@nova-sched/core'
import type { Context } from '../context.ts'
import { printable } from '../output/table.ts'
import { OWN_PACKAGE, ownVersion } from '../own-package.ts'

/** Kinds that there is a skeleton of. A host manager is a copy of much of the engine: there is none of it. */
export const SKELETON_KINDS = ['filter', 'weigher', 'scheduler-driver', 'servicegroup-driver'] as const

/** One of {@link SKELETON_KINDS}. */
export type SkeletonKind = (typeof SKELETON_KINDS)[number]

/** Languages that there are skeletons in. */
export const LANGUAGES = ['js', 'ts'] as const

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]

/** What is to be written. */
export interface NewPlugin {
  readonly kind: SkeletonKind
  /** The class-like name that nova.conf will use. */
  readonly name: string
  /** Folder to write, from the working folder; absent: the name in small letters with dashes. */
  readonly dir?: string | undefined
  readonly language: Language
}

/** What was written. */
export interface NewPackage {
  readonly kind: SkeletonKind
  readonly name: string
  /** From the working folder, when it is inside. */
  readonly folder: string
  readonly files: readonly string[]
  /** Command lines to go on with. */
  readonly next: readonly string[]
  readonly hints: readonly string[]
}

/** Skeletons are packages that work as they are, of a plugin of this name. */
const EXAMPLE = {
  filter: 'ExampleFilter',
  weigher: 'ExampleWeigher',
  'scheduler-driver': 'ExampleDriver',
  'servicegroup-driver': 'ExampleDriver',
} as const
const ENDING = {
  filter: 'Filter',
  weigher: 'Weigher',
  'scheduler-driver': 'Driver',
  'servicegroup-driver': 'Driver',
} as const
/** Stands for the version of nova-sched that writes the package. */
const VERSION = '0.0.0-version'

/**
 * Writes a package with a plugin, its test, and an example to try it on: all of it, or nothing.
 *
 * @throws USAGE for a name that cannot be used, and for a folder that is not empty or cannot be written
 */
export function newPlugin(wanted: NewPlugin, { cwd }: Pick<Context, 'cwd'>): NewPackage {
  const { kind, name, language } = wanted
  const skeleton = join(OWN_PACKAGE, 'skeletons', `${kind}-${language}`)
  checkName(name)
  const folder = resolve(cwd, wanted.dir ?? kebab(name))
  refuseFull(folder)
  const rename = renamer(kind, name)
  const files = new Map(
    filesOf(skeleton).map((file) => [
      // npm leaves out files of the real name when it packs.
      rename(file).replace(/^gitignore$/, '.gitignore'),
      rename(readFileSync(join(skeleton, file), 'utf8')),
    ]),
  )
  try {
    writeTogether(folder, files)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NovaSchedError('USAGE', `${folder}: nothing was written: ${reason}`, { folder }, { cause: error })
  }
  const shown = relative(cwd, folder)
  const place = shown.startsWith('..') ? folder : shown || '.'
  return {
    kind,
    name,
    folder: place,
    files: [...files.keys()].sort(),
    next: nextSteps(place, kind),
    hints: hintsFor(name, kind),
  }
}

function checkName(name: string): void {
  const invalid = (why: string): NovaSchedError => new NovaSchedError('USAGE', `${name}: ${why}`, { name })
  if (!/^[A-Z][A-Za-z0-9]{0,59}$/.test(name)) {
    const letters = name.replace(/(?:^[^A-Za-z0-9]*|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) =>
      letter.toUpperCase(),
    )
    const better = /^[A-Z][A-Za-z0-9]{0,59}$/.test(letters) ? `, such as ${letters}` : ''
    throw invalid(`a name is a capital letter, then letters and digits, at most 60${better}`)
  }
  if (releasesWith(name).length > 0) throw invalid('Nova has a plugin of this name, and two of one name are refused')
  if (Object.hasOwn(globalThis, name)) throw invalid('JavaScript has something of this name')
}

function hintsFor(name: string, kind: SkeletonKind): string[] {
  if (name.endsWith(ENDING[kind])) return []
  return [`names of ${kindText(kind)}s mostly end in ${ENDING[kind]}: ${name}${ENDING[kind]}`]
}

function refuseFull(folder: string): void {
  if (!existsSync(folder)) return
  try {
    if (readdirSync(folder).length === 0) return
  } catch {
    throw new NovaSchedError('USAGE', `${folder}: it is there, and is no folder: name another with --dir`, { folder })
  }
  throw new NovaSchedError('USAGE', `${folder}: the folder is not empty: name another with --dir`, { folder })
}

/** Puts the name, in its three spellings, and the version in place of the skeleton's. */
function renamer(kind: SkeletonKind, name: string): (text: string) => string {
  const example = EXAMPLE[kind]
  return (text) =>
    text
      .replaceAll(example, name)
      .replaceAll(kebab(example), kebab(name))
      .replaceAll(kebab(example).replaceAll('-', '_'), kebab(name).replaceAll('-', '_'))
      .replaceAll(VERSION, ownVersion())
}

/** `NUMARackFilter` is `numa-rack-filter`. */
function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}

/** Files of a folder, from it, without what was installed or built there. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/^(node_modules|dist)[/\\]/.test(file))
    .sort()
}

/** Beside the folder first, so that a half-written one is never seen. */
function writeTogether(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(dirname(folder), { recursive: true })
  const beside = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`))
  try {
    const made = join(beside, 'package')
    for (const [file, text] of files) {
      mkdirSync(dirname(join(made, file)), { recursive: true })
      writeFileSync(join(made, file), text)
    }
    if (!existsSync(folder)) renameSync(made, folder)
    // An empty folder may be where somebody stands: it is filled, not replaced.
    else for (const entry of readdirSync(made)) renameSync(join(made, entry), join(folder, entry))
  } finally {
    rmSync(beside, { recursive: true })
  }
}

/** Where this is a clone, and not what npm installed, the packages are taken from it. */
function nextSteps(folder: string, kind: SkeletonKind): string[] {
  const isInstalled = OWN_PACKAGE.split(/[/\\]/).includes('node_modules')
  const from = ['core', 'cli'].map((name) => quoted(resolve(OWN_PACKAGE, '..', name)))
  const install = isInstalled ? 'npm install' : `npm install --save-dev ${from.join(' ')}`
  const look =
    kind === 'servicegroup-driver'
      ? 'service list --config-file nova.conf'
      : 'explain --config-file nova.conf --inventory inventory.yaml --request request.yaml'
  return [`cd ${quoted(folder)}`, install, 'npm test', `npx nova-sched ${look}`]
}

function quoted(path: string): string {
  return /^[\w./~@:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** As it is said: `a scheduler driver`. */
function kindText(kind: SkeletonKind): string {
  return kind.replace('servicegroup', 'ServiceGroup').replace('-', ' ')
}

/** What was written, for people. */
export function newPluginText({ kind, name, folder, files, next }: NewPackage): string {
  const lines = [`${folder} holds ${name}, a ${kindText(kind)} to begin with:`, ...files.map((file) => `  ${file}`)]
  return [...lines, '', 'Next:', ...next.map((line) => `  ${line}`)].map((line) => `${printable(line)}\n`).join('')
}
