import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Scenario } from '../src/scenario.ts'

/** The recorded decisions of this repository. */
export const VECTORS = join(import.meta.dirname, '../../../vectors')

/** The scenarios of a gzipped file of {@link VECTORS}. */
export function scenariosOf(name: string): Scenario[] {
  const lines = gunzipSync(readFileSync(join(VECTORS, name)))
    .toString('utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Scenario)
}

/**
 * One of them by its id.
 *
 * @throws RangeError when it is not there
 */
export function scenarioOf(name: string, id: string): Scenario {
  const found = scenariosOf(name).find((scenario) => scenario.id === id)
  if (found === undefined) throw new RangeError(`${name} has no ${id}`)
  return found
}
