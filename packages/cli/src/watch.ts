import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Between two looks, in milliseconds; a file counts as written when it stays as it is for so long. */
const PAUSE = 200

/** Looks at files and folders time and again. */
export interface Watch {
  /** Takes note of the files that are new to it, as they are now. */
  learn(): Promise<void>
  /**
   * Waits until something is not as it was last seen, and then until it stays as it is.
   *
   * @returns the paths that changed, in order
   * @throws the reason of the signal when that is aborted
   */
  changed(signal: AbortSignal): Promise<readonly string[]>
}

/**
 * Watches paths: files that come, go, change or are replaced, and folders whose files do; hidden files of a folder do
 * not count. It looks at them, several times a second: the notices of file systems are lost where an editor replaces a
 * file, a folder or a link, and never come over a network.
 *
 * @param paths - what to watch, asked anew for each look
 */
export function watchFiles(paths: () => Iterable<string>): Watch {
  const seen = new Map<string, string>()

  async function look(): Promise<readonly string[]> {
    const changed: string[] = []
    for (const path of new Set(paths())) {
      const stamp = await stampOf(path)
      if (seen.has(path) && seen.get(path) !== stamp) changed.push(path)
      seen.set(path, stamp)
    }
    return changed
  }

  return {
    async learn() {
      for (const path of new Set(paths())) {
        const stamp = await stampOf(path)
        if (!seen.has(path)) seen.set(path, stamp)
      }
    },
    async changed(signal) {
      const changed = new Set<string>()
      for (let isQuiet = false; !isQuiet || changed.size === 0;) {
        await setTimeout(PAUSE, undefined, { signal })
        const now = await look()
        for (const path of now) changed.add(path)
        isQuiet = now.length === 0
      }
      return [...changed].sort()
    },
  }
}

/** Whatever changes a file, or what is in a folder, changes this; what is not there has none. */
async function stampOf(path: string): Promise<string> {
  const found = await statOf(path)
  if (found?.isDirectory() !== true) return fileStamp(found)
  const names = (await readdir(path).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
  const entries = names.map(async (name) => [name, fileStamp(await statOf(join(path, name)))])
  return JSON.stringify(await Promise.all(entries))
}

function statOf(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null)
}

function fileStamp(found: BigIntStats | null): string {
  return found?.isFile() === true ? [found.ino, found.size, found.mtimeNs, found.ctimeNs].join() : ''
}
