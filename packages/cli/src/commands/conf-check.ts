import {
  checkConf,
  isNovaSchedError,
  loadInventory,
  NovaSchedError,
  type ConfReport,
  type Inventory,
} from '@nova-sched/core'
import type { Command } from 'commander'
import type { Context, GlobalOptions } from '../context.ts'
import { confCheckText, countLevels } from '../output/conf-check-text.ts'
import { dataText } from '../output/data.ts'
import { paintFor } from '../output/paint.ts'
import { confSources } from '../wiring.ts'
import { inventoryOptions, tellWarnings } from './inventory.ts'

interface CheckFlags extends Omit<GlobalOptions, 'format'> {
  readonly format: GlobalOptions['format'] | 'ini'
  readonly inventory?: readonly string[]
  readonly columns?: string
}

const EXAMPLES = `
Examples:
  nova-sched conf check --config-file /etc/nova/nova.conf
  nova-sched conf check --config-file nova.conf --release zed --inventory hypervisors.json aggregates.json
  nova-sched conf check --config-file nova.conf --format json

Exit: 0 nothing worse than a warning was found, 2 an error was.`

/** Adds the `conf check` command. `setExitCode` is told 2 when an error was found. */
export function registerConfCheck(conf: Command, context: Context, setExitCode: (code: number) => void): void {
  conf
    .command('check')
    .description('tell all that is wrong or odd, why it matters, and what to write')
    .option('--inventory <files...>', 'what is known of the cloud, to check names and filters against it')
    .option('--columns <list>', 'which column of a CSV inventory is what, such as host=sn,vcpus=cpu_milli/1000')
    .addHelpText('after', EXAMPLES)
    .action(async (_: unknown, command: Command) => {
      setExitCode(await confCheck(command.optsWithGlobals<CheckFlags>(), context))
    })
}

async function confCheck(flags: CheckFlags, context: Context): Promise<number> {
  if (flags.format === 'ini') {
    throw new NovaSchedError('USAGE', '--format ini: findings are printed as table, json or yaml')
  }
  const { inventory, error } = await readInventory(flags, context)
  const report = await checkConf({
    ...confSources(flags, context),
    resolveFrom: [context.resolveFrom],
    without: flags.without ?? [],
    inventory,
  })
  context.stderr.write(`release ${report.release} (${report.reason})\n`)
  context.stdout.write(await reportText(report, flags, context))
  if (error !== undefined) throw error
  return countLevels(report.findings).error > 0 ? 2 : 0
}

/** An inventory that is wrong does not keep the configuration from being checked without it. */
async function readInventory(
  { inventory: files, columns }: CheckFlags,
  context: Context,
): Promise<{ readonly inventory: Inventory | null; readonly error?: NovaSchedError }> {
  if (files === undefined) return { inventory: null }
  try {
    const { inventory, findings } = await loadInventory(files, inventoryOptions(context, columns))
    tellWarnings(findings, context)
    return { inventory }
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    return { inventory: null, error }
  }
}

async function reportText(report: ConfReport, flags: CheckFlags, context: Context): Promise<string> {
  if (flags.format === 'table')
    return confCheckText(report, { paint: await paintFor(context, flags), width: context.columns, all: flags.verbose })
  return dataText({ ...report, counts: countLevels(report.findings) }, flags.format)
}
