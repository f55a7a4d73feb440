import {
  findPluginOptions,
  instanceCount,
  isNovaSchedError,
  loadInventory,
  loadRequests,
  MOST_INSTANCES,
  NovaSchedError,
  prepareRequest,
  SILENT_LOG,
  type BuiltRequest,
  type Conf,
  type Inventory,
  type Scheduler,
  type WrittenRequest,
} from '@nova-sched/core'
import type { Command } from 'commander'
import { inventoryOptions, tellWarnings } from './commands/inventory.ts'
import type { Context, GlobalOptions } from './context.ts'
import { makeScheduler, type MadeScheduler } from './make-scheduler.ts'
import { readConf, rulesOf } from './wiring.ts'

/** The options of the commands that place requests on an inventory. */
export interface PlacementFlags extends GlobalOptions {
  readonly inventory: readonly string[]
  readonly columns?: string
  readonly request: string
  readonly count?: string
  readonly seed: string
  readonly top: string
  readonly watch?: boolean
  readonly liveness?: boolean
}

/** What is to be placed, on what, and by which configuration; all read and checked. */
export interface Placement {
  readonly conf: Conf
  readonly inventory: Inventory
  readonly requests: readonly WrittenRequest[]
  /** `--count`. */
  readonly count: number | null
  readonly seed: number
  readonly top: number
  readonly scheduler: Scheduler
  /** Ends what plugins still wait for, and connections. */
  readonly close: () => Promise<void>
}

/** Gives a command the options by which requests are placed on an inventory. */
export function withPlacementOptions(command: Command): Command {
  return command
    .requiredOption(
      '--inventory <files...>',
      'what is known of the cloud, in any form that is read; - is standard input',
    )
    .option('--columns <list>', 'which column of a CSV inventory is what, such as host=sn,vcpus=cpu_milli/1000')
    .requiredOption('--request <file>', 'what is to be placed: one request or several; - is standard input')
    .option('--count <n>', 'how many instances, whatever the request says')
    .option('--seed <n>', 'where random numbers start; random: a new place, which is told', '0')
    .option('--liveness', 'who is alive by the ServiceGroup of the configuration, in place of the inventory')
    .option('--watch', 'run again whenever the configuration, inventory, request or a plugin changes; Ctrl-C ends it')
}

/**
 * Makes a part of what is to be decided.
 *
 * @param part - what it is called
 * @param again - makes it of what was made before, for a caller that goes on with the last that could be made
 */
export type Keep = <T>(part: string, make: () => Promise<T>, again?: (last: T) => Promise<T>) => Promise<T>

/** How a placement is read anew, time after time. */
export interface Session {
  readonly keep: Keep
  readonly seed: number
}

/** Reads everything that a command line names; what is odd is told on standard error. */
export async function readPlacement(
  flags: PlacementFlags,
  context: Context,
  { keep, seed }: Session = { keep: (_, make) => make(), seed: seedOf(flags, context) },
): Promise<Placement> {
  const top = wholeNumber(flags.top, '--top', 0)
  const count = flags.count === undefined ? null : wholeNumber(flags.count, '--count', 1, MOST_INSTANCES)
  if (flags.request === '-' && flags.inventory.includes('-')) {
    throw new NovaSchedError(
      'USAGE',
      '-: standard input can be read once only: give the inventory or the request as a file',
    )
  }
  const inventory = await keep('inventory', () => readInventory(flags, context))
  const schedulerOf = (conf: Conf): Promise<MadeScheduler> => makeScheduler(conf, inventory, seed, flags, context)
  const { conf, scheduler, close } = await keep(
    'configuration',
    async () => {
      const read = await readConfiguration(flags, context)
      return { conf: read, ...(await schedulerOf(read)) }
    },
    async (last) => ({ conf: last.conf, ...(await schedulerOf(last.conf)) }),
  )
  const requests = await keep(
    'request',
    async () => checkedRequests(await readRequests(flags, context), { conf, inventory, count }),
    async (last) => checkedRequests(last, { conf, inventory, count }),
  )
  tellOfClaims(requests, inventory, context)
  if (flags.seed === 'random') context.stderr.write(`seed: ${seed}\n`)
  return { conf, inventory, requests, count, seed, top, scheduler, close }
}

/**
 * Where random numbers start.
 *
 * @throws USAGE when `--seed` is neither a whole number nor `random`
 */
export function seedOf({ seed }: Pick<PlacementFlags, 'seed'>, { clock }: Pick<Context, 'clock'>): number {
  return seed === 'random' ? clock() % 2 ** 32 : wholeNumber(seed, '--seed', 0)
}

async function readInventory({ inventory: names, columns }: PlacementFlags, context: Context): Promise<Inventory> {
  const { inventory, findings } = await loadInventory(names, inventoryOptions(context, columns))
  tellWarnings(findings, context)
  return inventory
}

async function readRequests({ request }: PlacementFlags, context: Context): Promise<readonly WrittenRequest[]> {
  const { requests, findings } = await loadRequests(request, inventoryOptions(context))
  tellWarnings(findings, context)
  return requests
}

/** Requests that can be built, or that Nova's conductor gives up: both can be decided. */
function checkedRequests(
  requests: readonly WrittenRequest[],
  asked: Pick<Placement, 'conf' | 'inventory' | 'count'>,
): readonly WrittenRequest[] {
  for (const [index, written] of requests.entries()) prepared(written, index, asked)
  return requests
}

/**
 * A request as the scheduler is asked it, or the error by which Nova's conductor gives it up.
 *
 * @throws what `prepareRequest` throws of a request that cannot be built
 */
export function prepared(
  written: WrittenRequest,
  index: number,
  { conf, inventory, count }: Pick<Placement, 'conf' | 'inventory' | 'count'>,
): BuiltRequest | NovaSchedError {
  try {
    return prepareRequest(withCount(written, count), { inventory, rules: rulesOf(conf), index })
  } catch (error) {
    if (!isNovaSchedError(error) || error.exitCode === 2) throw error
    return error
  }
}

/** What cannot be loaded is told as an error when the scheduler is made. */
function readConfiguration(flags: PlacementFlags, context: Context): Promise<Conf> {
  return readConf(flags, context, (read) => findPluginOptions(read, [context.resolveFrom], SILENT_LOG))
}

/** A number of the command line. */
export function wholeNumber(text: string, option: string, min: number, max?: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  if (number >= min && !(max !== undefined && number > max)) return number
  const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`
  throw new NovaSchedError('USAGE', `${option} ${text}: a whole number ${range} is needed`, { option })
}

/** Nova reads a node anew for every request unless it knows that the node has not reported since (Kilo). */
function tellOfClaims(requests: readonly WrittenRequest[], { hosts }: Inventory, { stderr }: Context): void {
  const unstamped = hosts.filter(({ updated_at: updatedAt }) => (updatedAt ?? null) === null).length
  if (requests.length < 2 || unstamped === 0) return
  const message = `${unstamped} of ${hosts.length} hosts have no updated_at: they are read anew for every request, which does not see what the ones before it took`
  stderr.write(`hint: ${message}\n`)
}

/** How many instances are asked for. */
export function countOf({ form, value }: WrittenRequest, count: number | null): number {
  return count ?? (form === 'short' ? (value.count ?? 1) : instanceCount(value))
}

function withCount(written: WrittenRequest, count: number | null): WrittenRequest {
  if (count === null) return written
  if (written.form === 'short') return { ...written, value: { ...written.value, count } }
  const { request_spec: spec, filter_properties, return_alternates } = written.value
  // Uuids are as many as the instances were: without them they are made up.
  const value = { request_spec: { ...spec, num_instances: count }, filter_properties }
  return { ...written, value: return_alternates === undefined ? value : { ...value, return_alternates } }
}
