import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { NovaSchedError } from '@nova-sched/core'
import type { Command } from 'commander'
import type { SaveCaseFlags, Saving } from './fill.ts'
import type { RunWith } from './run.ts'
import type { Run } from '../watching.ts'

/** Gives a command the options by which its run is saved as a case. */
export function withSaveCaseOptions(command: Command): Command {
  return command
    .option('--save-case <dir>', 'write configuration, inventory, request and result there, to attach to a report')
    .option('--anonymize', 'with --save-case: neutral names and addresses in the case')
}

/**
 * A command's run, which saves what it did as a case where the flags ask for that. The folder is there when it is whole.
 *
 * @param command - the command's name
 * @param run - the command's work; it is done once more on the saved files
 * @throws USAGE for flags that do not go together; the run throws it when the case cannot be saved
 */
export function savingCase<F extends SaveCaseFlags>(command: string, flags: F, run: RunWith<F>): Run {
  const { saveCase: name, watch, liveness, anonymize } = flags
  if (name === undefined) {
    if (anonymize !== true) return (placement, context) => run(placement, flags, context)
    const advice = 'for an inventory alone: inventory convert --anonymize'
    throw new NovaSchedError('USAGE', `--anonymize: only a case can be anonymous: add --save-case; ${advice}`)
  }
  if (watch === true) throw new NovaSchedError('USAGE', '--save-case and --watch: use one of them')
  if (liveness === true) {
    const why = 'a case runs where nobody can be asked who is alive: let the inventory say it'
    throw new NovaSchedError('USAGE', `--save-case and --liveness: ${why}`)
  }
  return async (placement, context) => {
    const folder = resolve(context.cwd, name)
    await refuseFull(folder, name)
    const exit = await run(placement, flags, context)
    if (context.stop?.aborted === true) context.stderr.write('case: not saved, as the run was interrupted\n')
    else await save(folder, name, { command, flags, run, placement, context })
    return exit
  }
}

async function refuseFull(folder: string, name: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw cannotWrite(name, error)
  })
  if (entries.length === 0) return
  throw new NovaSchedError('USAGE', `--save-case ${name}: the folder is not empty: name one that is not there yet`)
}

async function save<F extends SaveCaseFlags>(folder: string, name: string, saving: Saving<F>): Promise<void> {
  const { randomUUID } = await import('node:crypto')
  const draft = join(dirname(folder), `.${basename(folder)}-${randomUUID().slice(0, 8)}`)
  try {
    await mkdir(draft, { recursive: true })
    // Loaded when it is needed: most runs are not saved.
    const { fillCase } = await import('./fill.ts')
    await fillCase(draft, saving)
    await rmdir(folder).catch(() => {})
    await rename(draft, folder)
    saving.context.stderr.write(`case: saved in ${name}; its README.md says how to run it\n`)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw isSystemError(error) ? cannotWrite(name, error) : error
  }
}

function cannotWrite(name: string, error: NodeJS.ErrnoException): NovaSchedError {
  const why = error.code === 'ENOTDIR' ? 'it is no folder' : error.message
  return new NovaSchedError('USAGE', `--save-case ${name}: cannot be written: ${why}`, {}, { cause: error })
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
