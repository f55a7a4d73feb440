import { Console } from 'node:console'
import { writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { NovaSchedError } from '@nova-sched/core'
import { Command, CommanderError, Option } from 'commander'
import { registerCommands } from './commands/index.ts'
import type { Context } from './context.ts'
import { tellError } from './output/tell-error.ts'
import { ownVersion } from './own-package.ts'

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
  process.on('SIGINT', () => (stopping === null || stopping.signal.aborted ? exit(130) : stopping.abort()))
  const context: Context = {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    columns: process.stdout.isTTY ? process.stdout.columns : 0,
    stderrColumns: process.stderr.isTTY ? process.stderr.columns : 0,
    clock: () => Date.now(),
    pid: process.pid,
    random: Math.random,
    resolveFrom: import.meta.dirname,
    untilStopped,
    outlivePlugins,
  }
  guardEnd()
  const code = await runCommand(process.argv.slice(2), context)
  isDone = true
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  // A plugin may have left something running.
  exit(code)
}

const exit = process.exit.bind(process)
let isDone = false
let outlivesPlugins = false
let stopping: AbortController | null = null

/** A command that has something to put in order at its end; who is impatient asks twice. */
function untilStopped(): AbortSignal {
  const { signal } = (stopping = new AbortController())
  process.on('SIGTERM', () => (signal.aborted ? exit(143) : stopping?.abort()))
  return signal
}

/** A plugin that is being written may break in any way: the command that watches it goes on. */
function outlivePlugins(): void {
  outlivesPlugins = true
  process.exit = () => {
    throw new Error('it tried to end the process')
  }
}

/** Whatever plugins do outside of a call, the command ends with a message and a code of its own. */
function guardEnd(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`error: a plugin broke outside of any call: ${error.message}\n`)
    if (!outlivesPlugins) exit(3)
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
  try {
    const program = await makeProgram(args, context, (code) => (exitCode = code))
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return tellError(error, context, args.includes('--verbose'))
  }
}

async function makeProgram(
  args: readonly string[],
  context: Context,
  setExitCode: (code: number) => void,
): Promise<Command> {
  const program = new Command('nova-sched')
    .description('The OpenStack Nova scheduler, dry: where would an instance go, and what decided it.')
    .version(ownVersion(), '-V, --version', 'print the version')
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
  await registerCommands(program, args, context, setExitCode)
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

/** A closed pipe ends quietly; output that cannot be written is told. */
function endOfOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') exit(0)
  process.stderr.write(`error: the output cannot be written: ${error.message}\n`)
  exit(2)
}
