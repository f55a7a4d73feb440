import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What a script of this folder prints, as JSON. */
export function python(script: string, args: readonly string[] = [], input: unknown = null): unknown {
  const path = join(import.meta.dirname, script)
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [path, ...args], {
    encoding: 'utf8',
    input: JSON.stringify(input),
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as unknown
}
