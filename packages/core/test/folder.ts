import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/** Where plugins under test find the contract. */
export const CONTRACT = pathToFileURL(join(import.meta.dirname, '../dist/plugin/index.js')).href

/** A new folder with these files, gone when the test is over. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** The text of a module with one filter. */
export function filterModule(name: string, test: string): string {
  return `import { defineFilter, reject } from '${CONTRACT}'
export const plugin = defineFilter({ name: '${name}', reasons: { no: 'no' }, create: () => () => ${test} })
`
}
