import { DEFAULT_REQUEST_RULES, loadInventory, loadRequests, prepareRequest } from '@nova-sched/core'
import type { Inventory, RequestRules } from '@nova-sched/core'
import type { Command } from 'commander'
import type { Context, GlobalOptions } from '../context.ts'
import { dataText } from '../output/data.ts'
import { printable } from '../output/table.ts'
import { inventoryOptions, tellWarnings } from './inventory.ts'

/** Gives what the configuration that a command names says of requests. */
export type LoadRules = (command: Command) => Promise<RequestRules>

interface RequestFlags extends Pick<GlobalOptions, 'format'> {
  readonly inventory?: readonly string[]
  readonly columns?: string
}

const EXAMPLE = `
Examples:
  nova-sched request show boot.yaml --inventory cloud.json
  echo '{"flavor": {"vcpus": 2, "memory_mb": 4096}}' | nova-sched request show -`

/**
 * Adds the `request` command: `show`.
 *
 * @param loadRules - gives the rules of the configuration that the command names
 */
export function registerRequest(
  program: Command,
  context: Context,
  loadRules: LoadRules = () => Promise.resolve(DEFAULT_REQUEST_RULES),
): void {
  const request = program.command('request').description('look at requests for instances')

  request
    .command('show')
    .description("print what Nova's API and conductor make of a request, as JSON or YAML")
    .argument('<file>', 'one or several requests, in short or as Nova has them; - is standard input')
    .option('--inventory <files...>', 'where flavors, images, zones and server groups are looked up')
    .option('--columns <list>', 'which column of a CSV inventory is what')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<RequestFlags>()
      const { requests, findings } = await loadRequests(file, inventoryOptions(context))
      tellWarnings(findings, context)
      const inventory = await inventoryOf(flags, context)
      const rules = await loadRules(command)
      const built = requests.map((written, index) => prepareRequest(written, { inventory, rules, index }))
      for (const note of built.flatMap(({ notes }) => notes)) context.stderr.write(`note: ${printable(note)}\n`)
      const shown = built.map((each) => each.request)
      context.stdout.write(await dataText(shown.length === 1 ? shown[0] : shown, flags.format))
    })
}

async function inventoryOf({ inventory, columns }: RequestFlags, context: Context): Promise<Inventory | null> {
  if (inventory === undefined) {
    context.stderr.write('note: without --inventory zones are not checked, and nothing can be looked up by name\n')
    return null
  }
  const read = await loadInventory(inventory, inventoryOptions(context, columns))
  tellWarnings(read.findings, context)
  return read.inventory
}
