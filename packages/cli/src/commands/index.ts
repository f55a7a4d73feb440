import type { Command } from 'commander'
import type { Context } from '../context.ts'

/** Adds a command to the program; `setExitCode` is told the exit code of a run that comes to its end. */
type Register = (program: Command, context: Context, setExitCode: (code: number) => void) => void

/** Every command, in the order of the help. */
const COMMANDS: ReadonlyMap<string, () => Promise<Register>> = new Map([
  ['dry-run', async () => (await import('./dry-run.ts')).registerDryRun],
  ['explain', async () => (await import('./explain.ts')).registerExplain],
  ['conf', async () => (await import('./conf.ts')).registerConf],
  ['inventory', async () => (await import('./inventory.ts')).registerInventory],
  ['plugins', async () => (await import('./plugins.ts')).registerPlugins],
  [
    'request',
    async () => {
      const { registerRequest } = await import('./request.ts')
      const { requestRules } = await import('../wiring.ts')
      return (program, context) => registerRequest(program, context, requestRules(context))
    },
  ],
  ['service', async () => (await import('./service.ts')).registerService],
])

/** Adds the command that a command line begins with; where it begins with none, all of them. */
export async function registerCommands(
  program: Command,
  args: readonly string[],
  context: Context,
  setExitCode: (code: number) => void,
): Promise<void> {
  // The others are not loaded: a command starts sooner without them.
  const named = COMMANDS.get(args[0] ?? '')
  for (const load of named === undefined ? COMMANDS.values() : [named]) (await load())(program, context, setExitCode)
}
