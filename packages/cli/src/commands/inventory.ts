import { resolve } from 'node:path'
import { anonymizer, describeFinding, examineInventory, loadInventory, NovaSchedError } from '@nova-sched/core'
import type { Finding, Inventory, InventoryOptions, InventoryReport } from '@nova-sched/core'
import type { Command } from 'commander'
import type { Context, GlobalOptions } from '../context.ts'
import { dataText } from '../output/data.ts'
import { printable } from '../output/table.ts'

interface InventoryFlags extends Pick<GlobalOptions, 'format'> {
  readonly columns?: string
  readonly anonymize?: boolean
}

const COLUMNS_HELP = 'which column of a CSV file is what, such as host=sn,vcpus=cpu_milli/1000'

const EXAMPLES = {
  check: `
Examples:
  nova-sched inventory check hypervisors.json services.json aggregates.json
  nova-sched inventory check nodes.csv --columns host=sn,vcpus=cpu_milli/1000,memory_mb=memory_mib`,
  convert: `
Examples:
  nova-sched inventory convert hypervisors.json services.json > cloud.json
  openstack hypervisor list --long -f json | nova-sched inventory convert - --format yaml
  nova-sched inventory convert cloud.json --anonymize > neutral.json`,
}

/** Adds the `inventory` commands: `check` and `convert`. */
export function registerInventory(program: Command, context: Context): void {
  const inventory = program.command('inventory').description('look at what is known of the cloud')

  inventory
    .command('check')
    .description('tell what is wrong or odd in inventory files')
    .argument('<files...>', 'files in any form that is read; - is standard input')
    .option('--columns <list>', COLUMNS_HELP)
    .addHelpText('after', EXAMPLES.check)
    .action(async (files: string[], _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<InventoryFlags>()
      const report = await examineInventory(files, inventoryOptions(context, flags.columns))
      context.stdout.write(await reportText(report, flags.format))
      if (report.error === null) return
      const count = counted(report.findings, 'error')
      throw new NovaSchedError(report.error.code, `${count} in the inventory`, report.error.details)
    })

  inventory
    .command('convert')
    .description('print one inventory of all files, as JSON or YAML')
    .argument('<files...>', 'files in any form that is read; - is standard input')
    .option('--columns <list>', COLUMNS_HELP)
    .option('--anonymize', 'neutral names and addresses, which decide as the old ones do')
    .addHelpText('after', EXAMPLES.convert)
    .action(async (files: string[], _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<InventoryFlags>()
      const { inventory: read, findings } = await loadInventory(files, inventoryOptions(context, flags.columns))
      tellWarnings(findings, context)
      const shown = flags.anonymize === true ? anonymizer({ inventory: read }).inventory(read) : read
      context.stdout.write(await dataText(withoutEmptyLists(shown), flags.format))
    })
}

/** How the files that a command names are read. */
export function inventoryOptions({ stdin, cwd }: Pick<Context, 'stdin' | 'cwd'>, columns?: string): InventoryOptions {
  return { columns, stdin, resolve: (name) => resolve(cwd, name) }
}

/** Tells on standard error what is odd in a file; hints are for those who check it. */
export function tellWarnings(findings: readonly Finding[], { stderr }: Pick<Context, 'stderr'>): void {
  for (const finding of findings) {
    if (finding.level === 'warning') stderr.write(`${printable(findingText(finding))}\n`)
  }
}

async function reportText({ findings, inventory }: InventoryReport, format: GlobalOptions['format']): Promise<string> {
  const counts = inventory === null ? {} : sizes(inventory)
  if (format !== 'table') return dataText({ findings, counts }, format)
  const lines = findings.map(findingText)
  const found = (['error', 'warning', 'hint'] as const).map((level) => counted(findings, level))
  const read = Object.entries(counts).map(([name, count]) => numbered(count, name.replace('_', ' ').slice(0, -1)))
  return `${[...lines, [...read, ...found].join(', ')].join('\n')}\n`
}

function sizes(inventory: Inventory): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(inventory).map(([name, list]) => [name, (list as readonly unknown[]).length]),
  )
}

function counted(findings: readonly Finding[], level: Finding['level']): string {
  return numbered(findings.filter((finding) => finding.level === level).length, level)
}

function numbered(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** On one line, and without anything that a terminal would obey: names come from files. */
function findingText(finding: Finding): string {
  return printable(`${finding.level}: ${describeFinding(finding)}`)
}

/** An inventory as it is written: hosts, and the other lists where they hold anything. */
export function withoutEmptyLists({ hosts, ...others }: Inventory): Partial<Inventory> {
  return { hosts, ...Object.fromEntries(Object.entries(others).filter(([, list]) => list.length > 0)) }
}
