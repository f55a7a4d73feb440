import type { Decision, Inventory, NovaSchedError } from '@nova-sched/core'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { eachRequest, exitCodeOf } from '../each-request.ts'
import type { Outcome } from '../output/answers.ts'
import { dataText } from '../output/data.ts'
import { decisionText } from '../output/decision-text.ts'
import { dryRunData } from '../output/dry-run-data.ts'
import { paintFor } from '../output/paint.ts'
import { withPlacementOptions, type Placement, type PlacementFlags } from '../placement.ts'
import { savingCase, withSaveCaseOptions } from '../save-case/save-case.ts'
import { runOrWatch } from '../watching.ts'

const EXAMPLES = `
Examples:
  nova-sched dry-run --config-file nova.conf --inventory cloud.yaml --request boot.yaml
  nova-sched dry-run --inventory hypervisors.json services.json --request boot.json --count 10 --top 3
  nova-sched dry-run --inventory nodes.csv --columns host=sn,vcpus=cpu_milli/1000 --request - --format json < boot.json
  nova-sched dry-run --config-file nova.conf --inventory cloud.yaml --request boot.yaml --watch

Exit: 0 placed, 1 no valid host, 2 usage or something wrong found while reading, 3 a fault while deciding,
130 interrupted: Ctrl-C ends it with what was decided, and once more at once.`

/** Adds the `dry-run` command. `setExitCode` is told 1 or 3 where that is what the decision comes to. */
export function registerDryRun(program: Command, context: Context, setExitCode: (code: number) => void): void {
  withSaveCaseOptions(withPlacementOptions(program.command('dry-run')))
    .description(
      'place a request without touching anything: where it would go, the filters it went through, the weights',
    )
    .option('--top <n>', 'how many of the best hosts are shown with their weights', '5')
    .addHelpText('after', EXAMPLES)
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PlacementFlags>()
      setExitCode(await runOrWatch(flags, context, savingCase('dry-run', flags, dryRun)))
    })
}

async function dryRun(placement: Placement, flags: PlacementFlags, context: Context): Promise<number> {
  const { scheduler, inventory, top } = placement
  const outcomes = await eachRequest(
    placement,
    context,
    async ({ request, notes }, asked, pace): Promise<Outcome> => {
      const decision = await scheduler.select(request, { top, ...pace })
      return { decision: { ...decision, notes: [...decision.notes, ...notes] }, asked }
    },
    (error, asked) => ({ decision: refused(error, inventory), asked }),
  )
  context.stdout.write(await outcomesText(outcomes, placement, flags, context))
  return exitCodeOf(
    outcomes.map(({ decision }) => codeOf(decision)),
    context,
  )
}

function refused({ code, message }: NovaSchedError, { hosts }: Inventory): Decision {
  const nothing = { destinations: [], instances: [], alternates: null, skipped: [], notes: [] }
  return { ...nothing, error: { code, message }, known: hosts.length }
}

async function outcomesText(
  outcomes: readonly Outcome[],
  { conf, requests, seed }: Placement,
  flags: PlacementFlags,
  context: Context,
): Promise<string> {
  const told = { release: conf.release, asked: conf.releaseName, seed }
  if (flags.format === 'table') {
    const paint = await paintFor(context, flags)
    return outcomes
      .map((outcome) => decisionText(outcome, told, { paint, width: context.columns, all: flags.verbose }))
      .join('\n')
  }
  const data = outcomes.map(({ decision }) => dryRunData(decision, told))
  return dataText(requests.length === 1 ? data[0] : data, flags.format, flags.watch)
}

function codeOf({ error }: Decision): number {
  if (error === null) return 0
  return error.code === 'NO_VALID_HOST' ? 1 : 3
}
