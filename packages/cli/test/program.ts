import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Command, CommanderError } from 'commander'
import { onTestFinished } from 'vitest'
import type { Context } from '../src/context.ts'

/** What a command printed, and the error that it ended with. */
export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly error: unknown
}

/** A new folder with these files, gone when the test is over. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Runs a command line of the commands that `register` adds, in a program with the global options that they read. */
export async function runProgram(
  register: (program: Command, context: Context) => void,
  args: readonly string[],
  { cwd, stdin }: { readonly cwd: string; readonly stdin: string },
): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const context: Context = {
    stdout,
    stderr,
    stdin: Readable.from([Buffer.from(stdin)]),
    env: {},
    clock: () => 0,
    pid: 1,
    random: () => 0,
    cwd,
    columns: 0,
    stderrColumns: 0,
    resolveFrom: cwd,
    home: cwd,
  }
  const program = new Command('nova-sched').option('--format <format>', 'how data is printed', 'table').exitOverride()
  program.configureOutput({
    writeOut: (written) => stdout.write(written),
    writeErr: (written) => stderr.write(written),
  })
  register(program, context)
  for (const command of everyCommand(program)) command.copyInheritedSettings(program)
  const error: unknown = await program.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof CommanderError && thrown.exitCode === 0 ? undefined : thrown),
  )
  stdout.end()
  stderr.end()
  return { stdout: await text(stdout), stderr: await text(stderr), error }
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)])
}
