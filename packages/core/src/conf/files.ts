import { open, readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ErrorCode } from '../errors.ts'
import { decodeText } from './decode.ts'

/** A file of configuration, read. */
export interface ConfFile {
  /** What messages call it: as the caller named it, or where it was found. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly text: string
  /** It was found, not named by the caller. */
  readonly found: boolean
  /** It belongs to the user who runs this. Files that were found load plugins by path only then. */
  readonly owned: boolean
}

/** Why a file could not be read. */
export interface FileProblem {
  readonly code: ErrorCode
  /** What messages call it. */
  readonly name: string
  /** Without the name. */
  readonly message: string
}

/** What there is to read. */
export interface ConfSources {
  /** `--config-file`, in order. */
  readonly configFiles?: readonly string[]
  /** `--config-dir`, in order; read after the files. */
  readonly configDirs?: readonly string[]
  /** Folder that relative paths start from, and that the search starts from. */
  readonly cwd: string
  /** Home folder of the user; null when there is none. */
  readonly home: string | null
}

/** Largest file that is read, in bytes. */
export const LARGEST_FILE = 16 * 1024 * 1024

/**
 * Reads the files that were named, or else the one that is found. All that cannot be read is told in `problems`.
 *
 * Looked for are `nova.conf` in the working folder and the folders above it, up to the root of the repository (where
 * `.git` is) or the home folder, then `~/.nova/nova.conf`, `~/nova.conf` and `/etc/nova/nova.conf`.
 */
export async function readConfFiles(sources: ConfSources): Promise<{ files: ConfFile[]; problems: FileProblem[] }> {
  const problems: FileProblem[] = []
  const named = [...(sources.configFiles ?? [])]
  for (const folder of sources.configDirs ?? []) named.push(...(await confsIn(folder, sources.cwd, problems)))
  const isNamed = (sources.configFiles ?? []).length + (sources.configDirs ?? []).length > 0
  const found = isNamed ? null : await findConf(sources)
  const files: ConfFile[] = []
  for (const name of isNamed ? named : found === null ? [] : [found]) {
    const file = await readConfFile(name, resolve(sources.cwd, name), !isNamed)
    if ('text' in file) files.push(file)
    else problems.push(file)
  }
  return { files, problems }
}

/** The `*.conf` files of a folder, by name, as oslo.config takes them; hidden ones are left out. */
async function confsIn(folder: string, cwd: string, problems: FileProblem[]): Promise<string[]> {
  try {
    const names = await readdir(resolve(cwd, folder))
    return names
      .filter((name) => name.endsWith('.conf') && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    problems.push(problemOf(folder, error, 'folder'))
    return []
  }
}

async function readConfFile(name: string, path: string, found: boolean): Promise<ConfFile | FileProblem> {
  try {
    const { bytes, owner } = await readBytes(path)
    if (bytes.length > LARGEST_FILE)
      return { code: 'FILE_TOO_LARGE', name, message: 'larger than 16 MiB, which no nova.conf is' }
    const text = decodeText(bytes)
    if (text === null) return { code: 'FILE_NOT_TEXT', name, message: 'not UTF-8; save it as UTF-8' }
    if (text.includes('\0')) return { code: 'FILE_NOT_TEXT', name, message: 'not a text file (it holds zero bytes)' }
    const real = found ? await realpath(path) : path
    return { name, path: real, text, found, owned: process.getuid === undefined || owner === process.getuid() }
  } catch (error) {
    return problemOf(name, error, 'file')
  }
}

/** The bytes of a file, a pipe too; of one that is too large, one byte more than is allowed. */
async function readBytes(path: string): Promise<{ bytes: Uint8Array; owner: number }> {
  const handle = await open(path, 'r')
  try {
    const chunks: Buffer[] = []
    const { uid } = await handle.stat()
    for await (const chunk of handle.createReadStream({ autoClose: false, end: LARGEST_FILE }))
      chunks.push(chunk as Buffer)
    return { bytes: Buffer.concat(chunks), owner: uid }
  } finally {
    await handle.close()
  }
}

function problemOf(name: string, error: unknown, kind: 'file' | 'folder'): FileProblem {
  const reason = (error as NodeJS.ErrnoException).code ?? ''
  const text: Readonly<Record<string, string>> = {
    ENOENT: `no such ${kind}`,
    EACCES: 'permission denied: run as a user who may read it, or name a copy with --config-file',
    EISDIR: 'is a folder; name a file, or use --config-dir',
    ENOTDIR: kind === 'folder' ? 'is not a folder; use --config-file for a file' : 'no such file',
  }
  const code = reason === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE'
  return { code, name, message: text[reason] ?? `cannot be read (${reason})` }
}

/** The path of the configuration that belongs to a working folder, or null. */
async function findConf(sources: ConfSources): Promise<string | null> {
  for (const path of await confPlaces(sources)) {
    if (await exists(path)) return path
  }
  return null
}

/** Where a configuration that nobody names is looked for; the first that is there counts. */
export async function confPlaces({ cwd, home }: ConfSources): Promise<readonly string[]> {
  const folders: string[] = []
  for (let folder = resolve(cwd); folder !== home; folder = resolve(folder, '..')) {
    folders.push(folder)
    if (folder === resolve(folder, '..') || (await exists(join(folder, '.git')))) break
  }
  if (home !== null) folders.push(join(home, '.nova'), home)
  folders.push('/etc/nova')
  return folders.map((folder) => join(folder, 'nova.conf'))
}

/** Whether something is there, be it readable or not. */
async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}
