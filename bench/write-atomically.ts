import { renameSync, writeFileSync } from 'node:fs'

/**
 * Writes a file so that whoever reads it finds all of it, or what was there before.
 *
 * @throws an error of the file system
 */
export function writeAtomically(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}
