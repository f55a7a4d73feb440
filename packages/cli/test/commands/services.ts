import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createServiceGroup, loadConf, type ServiceStore } from '@nova-sched/core'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../src/main.ts'
import { watched, type Watched } from '../watched.ts'

/** A configuration with a database file in the folder, and heartbeats fast enough for a test. */
export function databaseConf(folder: string, more = ''): string {
  return `[DEFAULT]\nreport_interval = 1\nservice_down_time = 3\n${more}\n[database]\nconnection = sqlite:///${join(folder, 'nova.sqlite')}\n`
}

/** The records of the services that a folder's nova.conf names, for a test to write in. */
export async function recordsOf(folder: string): Promise<ServiceStore> {
  const conf = await loadConf({ configFiles: [join(folder, 'nova.conf')], configDirs: [], cwd: folder, home: folder })
  const group = await createServiceGroup({
    conf,
    resolveFrom: [import.meta.dirname],
    pid: 1,
    random: () => 0,
  })
  onTestFinished(() => group.close())
  if (group.store === null) throw new Error('no database')
  return group.store
}

/** A command that runs until it is ended, in the machine's time; both streams are one. */
export function running(args: readonly string[], cwd: string): Watched & { readonly end: () => Promise<number> } {
  const gathered = watched()
  const { output } = gathered
  const ending = new AbortController()
  const code = runCommand(args, {
    ...{ stdout: output, stderr: output, stdin: new PassThrough(), env: { NO_COLOR: '1' }, cwd, home: cwd },
    ...{
      columns: 0,
      stderrColumns: 0,
      clock: () => Date.now(),
      pid: 4711,
      random: () => 0,
      resolveFrom: import.meta.dirname,
    },
    signal: ending.signal,
  })
  const end = (): Promise<number> => {
    ending.abort()
    return code
  }
  onTestFinished(async () => void (await end()))
  return { ...gathered, end }
}
