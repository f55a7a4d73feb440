import { stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { confPlaces, isNovaSchedError, loadingPlugins, NovaSchedError, pluginFiles } from '@nova-sched/core'
import type { Context } from './context.ts'
import { lastGood } from './last-good.ts'
import { printable } from './output/table.ts'
import { tellError } from './output/tell-error.ts'
import { countOf, readPlacement, seedOf, type Placement, type PlacementFlags } from './placement.ts'
import { watchFiles } from './watch.ts'

/** How long a run may take to come to its end after something changed, in milliseconds. */
const GRACE = 5000
/** What loads for longer than this is named, in milliseconds. */
const PATIENCE = 2000
/** So many changed files are named. */
const MOST_NAMED = 3
const CLEAR_SCREEN = '\x1b[H\x1b[2J'

/** Decides what was read, prints it to the context that it is given, and returns the exit code. */
export type Run = (placement: Placement, context: Context) => Promise<number>

/**
 * Runs a command that places requests: once, or with `--watch` whenever something that it read has changed. What cannot
 * be read then is told, and the last that could be stands in for it. A run that does not end is left alone some time
 * after the next change.
 *
 * @returns the exit code of the run; of a watch 130, when the context's signal ends it
 * @throws what reading throws; with `--watch` only USAGE
 */
export async function runOrWatch(flags: PlacementFlags, context: Context, run: Run): Promise<number> {
  if (flags.watch !== true) return runOnceOnly(await readPlacement(flags, context), context, run)
  const { signal = new AbortController().signal } = context
  const repeat = await repeatable(flags, context, run)
  let news: readonly string[] | null = null
  while (!signal.aborted) {
    if (news !== null) tellChange(news, flags, context)
    const over = new AbortController()
    const its = { ...context, signal: AbortSignal.any([signal, over.signal]) }
    const change = repeat.changed(signal).catch(() => [])
    const patience = change.then(() => setTimeout(GRACE, undefined, { signal: its.signal })).catch(() => {})
    await Promise.race([repeat.runOnce(its, news === null), patience])
    news = await change
    over.abort()
  }
  return 130
}

async function runOnceOnly(placement: Placement, context: Context, run: Run): Promise<number> {
  const { requests, count } = placement
  const [first] = requests
  // One instance is either decided or not: there is nothing that an end before would leave.
  const isOne = requests.length === 1 && first !== undefined && countOf(first, count) === 1
  const stop = isOne ? undefined : context.untilStopped?.()
  try {
    return await run(placement, { ...context, stop })
  } finally {
    await placement.close()
  }
}

interface Repeatable {
  /** Reads and runs; what is printed after the signal of its context was aborted is lost. */
  runOnce(its: Context & { readonly signal: AbortSignal }, isFirst: boolean): Promise<void>
  /** Waits until a file of the last run changes. */
  changed(signal: AbortSignal): Promise<readonly string[]>
}

async function repeatable(flags: PlacementFlags, context: Context, run: Run): Promise<Repeatable> {
  const named = await namedFiles(flags, context)
  const seed = seedOf(flags, context)
  const good = new Map<string, unknown>()
  let optionsFiles: readonly string[] = []
  const watch = watchFiles(() => [...named, ...optionsFiles, ...pluginFiles()])
  await watch.learn()
  context.outlivePlugins?.()
  return {
    changed: (signal) => watch.changed(signal),
    async runOnce({ signal, ...rest }, isFirst) {
      const its = { ...rest, signal, stdout: until(signal, rest.stdout), stderr: until(signal, rest.stderr) }
      const tell = async (error: unknown): Promise<void> => {
        // Before it is told: who reads of it may mend it at once.
        await watch.learn()
        tellError(error, its, flags.verbose)
      }
      try {
        const read = readPlacement(flags, its, { seed, keep: lastGood(good, its, tell) })
        const placement = await tellingOfLoading(read, its)
        signal.addEventListener('abort', () => void placement.close())
        const { scheduler_json_config_location: optionsFile } = placement.conf.core
        optionsFiles = optionsFile === '' ? [] : [resolve(context.cwd, optionsFile)]
        await watch.learn()
        await run(placement, its)
      } catch (error) {
        if (signal.aborted) return
        if (isFirst && isNovaSchedError(error) && error.code === 'USAGE') throw error
        await tell(error)
      }
      its.stderr.write('watch: waiting for a change, Ctrl-C ends\n')
    },
  }
}

/** A plugin's module may wait for something that never comes: it is given up after a while, which is not to look like the end. */
async function tellingOfLoading<T>(work: Promise<T>, { stderr, cwd }: Context): Promise<T> {
  const late = globalThis.setTimeout(() => {
    for (const file of loadingPlugins()) stderr.write(`watch: ${nameIn(cwd, file)} is still loading\n`)
  }, PATIENCE)
  try {
    return await work
  } finally {
    clearTimeout(late)
  }
}

/** The files and folders that a command line names, or that a configuration is looked for at. */
async function namedFiles(flags: PlacementFlags, { cwd, home }: Context): Promise<readonly string[]> {
  const { inventory, request, configFile = [], configDir = [] } = flags
  for (const name of [...inventory, request, ...configFile]) {
    const found = name === '-' ? null : await stat(resolve(cwd, name)).catch(() => undefined)
    if (found === undefined || found?.isFile() === true || found?.isDirectory() === true) continue
    const message = `${name}: --watch reads files again when they change, and this can be read once only: give a file`
    throw new NovaSchedError('USAGE', message, { file: name })
  }
  const confs = configFile.length + configDir.length > 0 ? [] : await confPlaces({ cwd, home })
  return [...inventory, request, ...configFile, ...configDir, ...confs].map((name) => resolve(cwd, name))
}

/** A terminal starts afresh, as it does for other commands that watch; in a pipe everything stays. */
function tellChange(paths: readonly string[], { format }: PlacementFlags, context: Context): void {
  const { stdout, stderr, columns, clock, cwd } = context
  if (columns > 0) stdout.write(CLEAR_SCREEN)
  else if (format === 'table') stdout.write('\n')
  const files = paths.filter((path) => !paths.some((other) => other.startsWith(path + sep)))
  const names = files.slice(0, MOST_NAMED).map((file) => nameIn(cwd, file))
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : ''
  const time = new Date(clock()).toTimeString().slice(0, 8)
  stderr.write(`watch: ${time} ${names.join(', ')}${more} changed\n`)
}

function nameIn(cwd: string, file: string): string {
  const name = relative(cwd, file)
  return printable(name === '' ? '.' : name.startsWith('..') ? file : name)
}

/** A stream that loses what is written to it once the signal is aborted. */
function until(signal: AbortSignal, stream: NodeJS.WritableStream): NodeJS.WritableStream {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      if (!signal.aborted) stream.write(chunk)
      done()
    },
  })
}
