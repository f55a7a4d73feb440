import { readFileSync } from 'node:fs'
import { NovaSchedError } from '@nova-sched/core/plugin'

/**
 * The texts of certificates and keys that a connection names by file.
 *
 * @throws FILE_UNREADABLE naming the file
 */
export function readFiles<K extends string>(
  files: Readonly<Record<K, string | undefined>>,
): Partial<Record<K, string>> {
  const texts: Partial<Record<K, string>> = {}
  for (const key in files) {
    const file = files[key]
    if (file === undefined) continue
    try {
      texts[key] = readFileSync(file, 'utf8')
    } catch (cause) {
      const message = `[database] connection: ${file} cannot be read: ${cause instanceof Error ? cause.message : ''}`
      throw new NovaSchedError('FILE_UNREADABLE', message, { file }, { cause })
    }
  }
  return texts
}
