import {
  createScheduler,
  findPluginOptions,
  isNovaSchedError,
  loadInventory,
  loadRequests,
  NovaSchedError,
  prepareRequest,
  seededRng,
  SILENT_LOG,
  type Conf,
  type Decision,
  type Inventory,
  type Scheduler,
  type WrittenRequest,
} from '@nova-sched/core'
import type { Command } from 'commander'
import { setImmediate } from 'node:timers/promises'
import type { Context, GlobalOptions } from '../context.ts'
import { dataText } from '../output/data.ts'
import { decisionText } from '../output/decision-text.ts'
import { dryRunData } from '../output/dry-run-data.ts'
import { paintFor } from '../output/paint.ts'
import { progressOf } from '../output/progress.ts'
import { logTo, readConf, rulesOf } from '../wiring.ts'
import { inventoryOptions, tellWarnings } from './inventory.ts'

interface DryRunFlags extends GlobalOptions {
  readonly inventory: readonly string[]
  readonly columns?: string
  readonly request: string
  readonly count?: string
  readonly seed: string
  readonly top: string
}

const EXAMPLES = `
Examples:
  nova-sched dry-run --config-file nova.conf --inventory cloud.yaml --request boot.yaml
  nova-sched dry-run --inventory hypervisors.json services.json --request boot.json --count 10 --top 3
  nova-sched dry-run --inventory nodes.csv --columns host=sn,vcpus=cpu_milli/1000 --request - --format json < boot.json

Exit: 0 placed, 1 no valid host, 2 usage or something wrong found while reading, 3 a fault while deciding.`

/** One request's outcome, with what was asked. */
export interface Outcome {
  readonly decision: Decision
  readonly asked: {
    readonly instances: number
    readonly flavor: string | null
    /** Which of how many requests, from 1. */
    readonly number: number
    readonly total: number
  }
}

interface DecidedRequest {
  readonly decision: Decision
  readonly asked: Pick<Outcome['asked'], 'instances' | 'flavor'>
}

/** Adds the `dry-run` command. `setExitCode` is told 1 or 3 where that is what the decision comes to. */
export function registerDryRun(program: Command, context: Context, setExitCode: (code: number) => void): void {
  program
    .command('dry-run')
    .description(
      'place a request without touching anything: where it would go, the filters it went through, the weights',
    )
    .requiredOption(
      '--inventory <files...>',
      'what is known of the cloud, in any form that is read; - is standard input',
    )
    .option('--columns <list>', 'which column of a CSV inventory is what, such as host=sn,vcpus=cpu_milli/1000')
    .requiredOption('--request <file>', 'what is to be placed: one request or several; - is standard input')
    .option('--count <n>', 'how many instances, whatever the request says')
    .option('--seed <n>', 'where random numbers start; random: a new place, which is told', '0')
    .option('--top <n>', 'how many of the best hosts are shown with their weights', '5')
    .addHelpText('after', EXAMPLES)
    .action(async (_: unknown, command: Command) => {
      setExitCode(await dryRun(command.optsWithGlobals<DryRunFlags>(), context))
    })
}

async function dryRun(flags: DryRunFlags, context: Context): Promise<number> {
  const top = wholeNumber(flags.top, '--top', 0)
  const seed = flags.seed === 'random' ? context.clock() % 2 ** 32 : wholeNumber(flags.seed, '--seed', 0)
  if (flags.request === '-' && flags.inventory.includes('-')) {
    throw new NovaSchedError(
      'USAGE',
      '-: standard input can be read once only: give the inventory or the request as a file',
    )
  }
  const count = flags.count === undefined ? undefined : wholeNumber(flags.count, '--count', 1)
  // What cannot be loaded is told as an error when the scheduler is made.
  const conf = await readConf(flags, context, (read) => findPluginOptions(read, [context.resolveFrom], SILENT_LOG))
  const { inventory, findings } = await loadInventory(flags.inventory, inventoryOptions(context, flags.columns))
  tellWarnings(findings, context)
  const { requests, findings: odd } = await loadRequests(flags.request, inventoryOptions(context))
  tellWarnings(odd, context)
  tellOfClaims(requests, inventory, context)
  if (flags.seed === 'random') context.stderr.write(`seed: ${seed}\n`)
  const scheduler = await createScheduler({
    conf,
    inventory,
    resolveFrom: [context.resolveFrom],
    without: flags.without ?? [],
    clock: context.clock,
    rng: seededRng(seed),
    log: logTo(context, flags.verbose),
  })
  const outcomes = await decideAll(requests, { scheduler, conf, inventory, count, top }, context)
  context.stdout.write(await outcomesText(outcomes, { flags, conf, seed }, context))
  return outcomes.reduce((worst, { decision }) => Math.max(worst, exitCodeOf(decision)), 0)
}

/** Nova reads a node anew for every request unless it knows that the node has not reported since (Kilo). */
function tellOfClaims(requests: readonly WrittenRequest[], { hosts }: Inventory, { stderr }: Context): void {
  const unstamped = hosts.filter(({ updated_at: updatedAt }) => (updatedAt ?? null) === null).length
  if (requests.length < 2 || unstamped === 0) return
  const message = `${unstamped} of ${hosts.length} hosts have no updated_at: they are read anew for every request, which does not see what the ones before it took`
  stderr.write(`hint: ${message}\n`)
}

interface Deciding {
  readonly scheduler: Scheduler
  readonly conf: Conf
  readonly inventory: Inventory
  readonly count: number | undefined
  readonly top: number
}

async function decideAll(
  requests: readonly WrittenRequest[],
  deciding: Deciding,
  context: Context,
): Promise<Outcome[]> {
  const progress = progressOf(requests.length, 'requests', context)
  const outcomes: Outcome[] = []
  for (const [index, request] of requests.entries()) {
    const outcome = await decide(request, index, deciding)
    outcomes.push({ ...outcome, asked: { ...outcome.asked, number: index + 1, total: requests.length } })
    progress.update(index + 1)
    // Lets an interrupt through.
    await setImmediate()
  }
  progress.end()
  return outcomes
}

async function decide(
  written: WrittenRequest,
  index: number,
  { scheduler, conf, inventory, count, top }: Deciding,
): Promise<DecidedRequest> {
  try {
    const built = prepareRequest(withCount(written, count), { inventory, rules: rulesOf(conf), index })
    const decision = await scheduler.select(built.request, { top })
    const { num_instances: instances = 0, instance_type: flavor } = built.request.request_spec
    const notes = [...decision.notes, ...built.notes]
    return { decision: { ...decision, notes }, asked: { instances, flavor: flavor?.name ?? null } }
  } catch (error) {
    if (!isNovaSchedError(error) || error.exitCode === 2) throw error
    return { decision: refused(error, inventory), asked: { instances: 0, flavor: null } }
  }
}

function withCount(written: WrittenRequest, count: number | undefined): WrittenRequest {
  if (count === undefined) return written
  if (written.form === 'short') return { ...written, value: { ...written.value, count } }
  const { request_spec: spec } = written.value
  return { ...written, value: { ...written.value, request_spec: { ...spec, num_instances: count } } }
}

/** A request that Nova's conductor gives up before the scheduler is asked. */
function refused({ code, message }: NovaSchedError, { hosts }: Inventory): Decision {
  return { destinations: [], error: { code, message }, instances: [], known: hosts.length, skipped: [], notes: [] }
}

async function outcomesText(
  outcomes: readonly Outcome[],
  { flags, conf, seed }: { flags: DryRunFlags; conf: Conf; seed: number },
  context: Context,
): Promise<string> {
  const told = { release: conf.release, asked: conf.releaseName, seed }
  if (flags.format === 'table') {
    const paint = paintFor(context, flags)
    return outcomes
      .map((outcome) => decisionText(outcome, told, { paint, width: context.columns, all: flags.verbose }))
      .join('\n')
  }
  const data = outcomes.map(({ decision }) => dryRunData(decision, told))
  return dataText(data.length === 1 ? data[0] : data, flags.format)
}

function exitCodeOf({ error }: Decision): number {
  if (error === null) return 0
  return error.code === 'NO_VALID_HOST' ? 1 : 3
}

function wholeNumber(text: string, option: string, min: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  if (number >= min) return number
  throw new NovaSchedError('USAGE', `${option} ${text}: a whole number of ${min} or more is needed`, { option })
}
