import { Readable, Writable } from 'node:stream'
import { createScheduler, isNovaSchedError, seededRng, SILENT_LOG } from '@nova-sched/core'
import type { Context } from '../context.ts'
import { readPlacement, type Placement, type PlacementFlags } from '../placement.ts'

/** Decides what was read, as flags say, prints it, and returns the exit code. */
export type RunWith<F> = (placement: Placement, flags: F, context: Context) => Promise<number>

/** How a run ended, and what it printed as JSON. */
export interface Ran {
  readonly exit: number
  readonly text: string
}

/** Runs a command again over what was read, with a new scheduler. */
export async function runAnew<F extends PlacementFlags>(
  placement: Placement,
  flags: F,
  context: Context,
  run: RunWith<F>,
): Promise<Ran> {
  const { conf, inventory, seed } = placement
  const scheduler = await createScheduler({
    conf,
    inventory,
    resolveFrom: [context.resolveFrom],
    without: flags.without ?? [],
    clock: context.clock,
    rng: seededRng(seed),
    log: SILENT_LOG,
  })
  return captured(context, (its) => run({ ...placement, scheduler }, { ...flags, format: 'json' }, its))
}

/**
 * Runs a command on the files of a case's folder.
 *
 * @param flags - of the command, as they were given
 * @returns what it printed, with `.` for the path of the folder; or why it could not run
 */
export async function runCase<F extends PlacementFlags>(
  folder: string,
  flags: F,
  context: Context,
  run: RunWith<F>,
): Promise<Ran | string> {
  const left = ['release', 'configDir', 'columns', 'watch', 'saveCase', 'anonymize']
  const kept = Object.fromEntries(Object.entries(flags).filter(([name]) => !left.includes(name)))
  const files = { configFile: ['nova.conf'], inventory: ['inventory.json'], request: 'request.json' }
  const caseFlags = { ...kept, ...files, format: 'json', verbose: false, strict: false } as unknown as F
  try {
    return await captured({ ...context, cwd: folder, columns: 0, stdin: Readable.from([]) }, async (its) => {
      return run(await readPlacement(caseFlags, its), caseFlags, its)
    }).then(({ exit, text }) => ({ exit, text: withoutFolder(text, folder) }))
  } catch (error) {
    if (isNovaSchedError(error)) return withoutFolder(error.message, folder)
    throw error
  }
}

async function captured(context: Context, run: (its: Context) => Promise<number>): Promise<Ran> {
  const chunks: string[] = []
  const exit = await run({
    ...context,
    stdout: sink(chunks),
    stderr: sink([]),
    columns: 0,
    stderrColumns: 0,
    stop: undefined,
  })
  return { exit, text: chunks.join('') }
}

function sink(chunks: string[]): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
}

/** What a case prints must not depend on where it lies. */
function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(JSON.stringify(folder).slice(1, -1), '.').replaceAll(folder, '.')
}

/** Texts of a decision that are no names and no sentences: codes of all kinds. */
const CODES = new Set(['filter', 'reason', 'code', 'verdict', 'plugin', 'unit'])

/**
 * What a decision comes to: numbers, codes, and hosts, without the sentences that tell of it.
 *
 * @param nameOf - what a host or node is called in the decision that this one is compared with
 */
export function essence(value: unknown, nameOf: (name: string) => string = (name) => name): unknown {
  if (Array.isArray(value)) return value.map((item) => essence(item, nameOf))
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? null : value
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
    if (typeof item !== 'string') return [key, essence(item, nameOf)]
    if (key === 'host' || key === 'nodename') return [key, nameOf(item)]
    return [key, CODES.has(key) ? item : null]
  })
  return Object.fromEntries(entries)
}
