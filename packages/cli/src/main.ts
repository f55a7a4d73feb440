import { Console } from 'node:console'
import { readFileSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { ERROR_CODES, isNovaSchedError, NovaSchedError } from '@nova-sched/core'
import { Command, CommanderError, Option } from 'commander'
import { registerConf } from './commands/conf.ts'
import { registerDryRun } from './commands/dry-run.ts'
import { registerInventory } from './commands/inventory.ts'
import { registerRequest } from './commands/request.ts'
import type { Context } from './context.ts'
import { printable } from './output/table.ts'
import { requestRules } from './wiring.ts'

const COLLECT = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/**
 * Runs the command of a process: reads its arguments, streams and environment, and sets its exit code (design §8).
 * The only place that catches errors.
 */
export async function run(): Promise<void> {
  process.stdout.on('error', endOfOutput)
  process.stderr.on('error', () => {})
  // What a plugin prints must not mix with data.
  globalThis.console = new Console(process.stderr)
  process.on('SIGINT', () => process.exit(130))
  const context: Context = {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    columns: process.stdout.isTTY ? process.stdout.columns : 0,
    clock: () => Date.now(),
    resolveFrom: import.meta.dirname,
  }
  guardEnd()
  const code = await runCommand(process.argv.slice(2), context)
  isDone = true
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  // A plugin may have left something running.
  process.exit(code)
}

let isDone = false

/** Whatever plugins do outside of a call, the command ends with a message and a code of its own. */
function guardEnd(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`error: a plugin broke outside of any call: ${error.message}\n`)
    process.exit(3)
  })
  process.on('exit', () => {
    if (isDone || process.exitCode === 3 || process.exitCode === 130) return
    writeSync(2, 'error: the command ended before it was done: a plugin ended the process, or never answered\n')
    process.exitCode = 3
  })
}

function flushed(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}

/**
 * Runs one command line.
 *
 * @param args - the arguments behind the command's name
 * @returns the exit code: 0 placed or done, 1 no valid host, 2 usage or something wrong found while reading or loading,
 * 3 a fault while deciding
 */
export async function runCommand(args: readonly string[], context: Context): Promise<number> {
  let exitCode = 0
  const program = makeProgram(context, (code) => (exitCode = code))
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return tellError(error, context, args.includes('--verbose'))
  }
}

function makeProgram(context: Context, setExitCode: (code: number) => void): Command {
  const program = new Command('nova-sched')
    .description('The OpenStack Nova scheduler, dry: where would an instance go, and what decided it.')
    .version(version(), '-V, --version', 'print the version')
    .option('--config-file <file>', 'nova.conf to read; may be repeated, the later one wins', COLLECT)
    .option('--config-dir <dir>', 'folder whose *.conf files are read in the order of their names', COLLECT)
    .option('--release <name>', 'whose rules apply: kilo, zed, 2026.1, or another release of Nova by name')
    .option('--without <plugin>', 'decide without this filter or weigher; may be repeated', COLLECT)
    .addOption(
      new Option('--format <format>', 'how data is printed').choices(['table', 'json', 'yaml', 'ini']).default('table'),
    )
    .option('--no-color', 'no colours')
    .option('--verbose', 'tell more on standard error')
    .option('--strict', 'refuse what Nova refuses, and nova-sched would forgive')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    .showHelpAfterError('(add --help for what there is)')
  program.hook('preAction', (_, command) => refuseIni(command))
  registerDryRun(program, context, setExitCode)
  registerConf(program, context)
  registerInventory(program, context)
  registerRequest(program, context, requestRules(context))
  for (const command of everyCommand(program)) command.copyInheritedSettings(program)
  return program
}

/** The form of nova.conf is for the conf commands alone. */
function refuseIni(command: Command): void {
  const { format } = command.optsWithGlobals<{ format: string }>()
  if (format === 'ini' && command.parent?.name() !== 'conf') {
    throw new NovaSchedError('USAGE', '--format ini: only the conf commands print it')
  }
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)])
}

function tellError(error: unknown, { stderr }: Context, verbose: boolean): number {
  if (!isNovaSchedError(error)) {
    const message = error instanceof Error ? error.message : String(error)
    stderr.write(`error: something is wrong with nova-sched itself: ${message}\n`)
    if (verbose && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`)
    return 3
  }
  for (const line of error.message.split('\n')) stderr.write(`error: ${printable(line)}\n`)
  if (verbose) stderr.write(causes(error))
  return ERROR_CODES[error.code].exit
}

function causes(error: NovaSchedError): string {
  return error.cause instanceof Error ? `cause: ${error.cause.message}\n` : ''
}

/** A closed pipe ends quietly; output that cannot be written is told. */
function endOfOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`error: the output cannot be written: ${error.message}\n`)
  process.exit(2)
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
