import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PYTHON = '/usr/bin/python3'
const SCRIPT = join(import.meta.dirname, '..', 'interop', 'members.py')

/** Runs the script of kazoo, and gives what it printed. */
export function kazoo(address: string, action: string, prefix: string, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(PYTHON, [SCRIPT, address, action, prefix], (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(stderr))
    })
    child.stdin?.end(input)
  })
}

/** A membership that kazoo holds, until the process ends. */
export async function kazooMember(address: string, prefix: string, host: string): Promise<ChildProcess> {
  const child = spawn(PYTHON, [SCRIPT, address, 'hold', prefix, 'compute', host], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
