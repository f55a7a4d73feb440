import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of this package: it is one above this file, as source and built. */
export const OWN_PACKAGE = fileURLToPath(new URL('../', import.meta.url))

/** The version of this nova-sched. */
export function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(`${OWN_PACKAGE}package.json`, 'utf8')) as { version: string }
  return manifest.version
}
