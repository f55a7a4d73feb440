import { explainRefusal, isNovaSchedError, NovaSchedError, type Explanation } from '@nova-sched/core'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { eachRequest, exitCodeOf } from '../each-request.ts'
import type { Asked, Explained } from '../output/answers.ts'
import { dataText } from '../output/data.ts'
import { explainData } from '../output/explain-data.ts'
import { explanationText } from '../output/explanation-text.ts'
import { paintFor } from '../output/paint.ts'
import { wholeNumber, withPlacementOptions, type Placement, type PlacementFlags } from '../placement.ts'
import { savingCase, withSaveCaseOptions } from '../save-case/save-case.ts'
import { runOrWatch } from '../watching.ts'

interface ExplainFlags extends PlacementFlags {
  readonly instance?: string
  readonly host?: string
  readonly actual?: string
}

const EXAMPLES = `
Examples:
  nova-sched explain --config-file nova.conf --inventory cloud.yaml --request boot.yaml
  nova-sched explain --inventory cloud.yaml --request boot.yaml --host compute-17 --count 3
  nova-sched explain --inventory cloud.yaml --request boot.yaml --actual compute-04
  nova-sched explain --inventory cloud.yaml --request boot.yaml --format json | jq .reasons
  nova-sched explain --config-file nova.conf --inventory cloud.yaml --request boot.yaml --watch

Exit: 0 placed, 1 no valid host, 2 usage or something wrong found while reading, 3 a fault while deciding,
130 interrupted: Ctrl-C ends it with what was decided, and once more at once.`

/** Adds the `explain` command. `setExitCode` is told 1 or 3 where that is what the decision comes to. */
export function registerExplain(program: Command, context: Context, setExitCode: (code: number) => void): void {
  withSaveCaseOptions(withPlacementOptions(program.command('explain')))
    .description('why an instance goes where it goes, or nowhere: every host, with what was needed and what was there')
    .option('--instance <n>', 'which instance of the request, from 1 (default: the first that found no host, else 1)')
    .option('--host <host>', 'ask every filter of this host, and how many instances fit there (up to --count, or 100)')
    .option('--actual <host>', 'the host that Nova chose: why there, and why another one is chosen here')
    .option('--top <n>', 'how many near misses, and how many of the best hosts, are shown', '5')
    .addHelpText('after', EXAMPLES)
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ExplainFlags>()
      const instance = flags.instance === undefined ? undefined : wholeNumber(flags.instance, '--instance', 1) - 1
      const run = savingCase('explain', flags, (placement, its, where) => explain(placement, instance, its, where))
      setExitCode(await runOrWatch(flags, context, run))
    })
}

async function explain(
  placement: Placement,
  instance: number | undefined,
  flags: ExplainFlags,
  context: Context,
): Promise<number> {
  const { scheduler, inventory, top, count } = placement
  const options = { instance, host: flags.host, actual: flags.actual, top, count: count ?? undefined }
  const known = inventory.hosts.map(({ host, nodename = host }) => ({ host, nodename }))
  const refusalOf = (error: NovaSchedError, asked: Asked): Explanation => {
    try {
      return explainRefusal(error, known, asked.instances, options)
    } catch (wrong) {
      throw ofRequest(wrong, asked)
    }
  }
  const explained = await eachRequest(
    placement,
    context,
    async ({ request, notes }, asked, { signal }): Promise<Explained> => {
      const explanation = await scheduler.explain(request, { ...options, signal }).catch((error: unknown) => {
        throw ofRequest(error, asked)
      })
      return { explanation: { ...explanation, notes: [...explanation.notes, ...notes] }, asked }
    },
    (error, asked) => ({ explanation: refusalOf(error, asked), asked }),
  )
  context.stdout.write(await explainedText(explained, placement, flags, context))
  return exitCodeOf(
    explained.map(({ explanation }) => codeOf(explanation)),
    context,
  )
}

/** An instance that a request does not ask for: of several requests, which one that is. */
function ofRequest(error: unknown, { number, total }: Asked): unknown {
  if (!isNovaSchedError(error) || error.code !== 'USAGE' || total === 1 || error.details['instance'] === undefined)
    return error
  const { code, message, details } = error
  return new NovaSchedError(code, `request ${number} of ${total}: ${message}`, details, { cause: error })
}

async function explainedText(
  explained: readonly Explained[],
  { conf, requests, seed }: Placement,
  flags: ExplainFlags,
  context: Context,
): Promise<string> {
  if (flags.format === 'table') {
    const view = {
      paint: await paintFor(context, flags),
      width: context.columns,
      host: flags.host ?? null,
      top: wholeNumber(flags.top, '--top', 0),
    }
    const told = { release: conf.release, asked: conf.releaseName, seed }
    return explained.map((each) => explanationText(each, told, view)).join('\n')
  }
  const data = explained.map(({ explanation }) => explainData(explanation, { release: conf.release, seed }))
  return dataText(requests.length === 1 ? data[0] : data, flags.format, flags.watch)
}

function codeOf({ error }: Explanation): number {
  if (error === null) return 0
  return error.code === 'NO_VALID_HOST' ? 1 : 3
}
