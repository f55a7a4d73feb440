import { appendFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { RESOLVE_FROM, replayFile, UnreadableError, vectorFiles, type Replayed } from './files.ts'
import { compareWithNova } from './nova-run.ts'
import type { NovaAccess, Oracle } from './oracle.ts'
import { shrink } from './shrink/shrink.ts'
import { Tally } from './tally.ts'
import { checkScenario } from './vectors.ts'

/** Failures alike that are shrunk: more of them rarely say more. */
const SHRUNK_ALIKE = 2
/** The release that the real Nova decides for. */
const NOVA_RELEASE = 'zed'

const OPTIONS = { shrink: { type: 'boolean', default: false }, out: { type: 'string' } } as const
const NOVA_OPTIONS = {
  ...OPTIONS,
  count: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
} as const

const USAGE = 'usage: npm run conformance -- [--shrink [--out FILE]] FILE|FOLDER…\n'
const NOVA_USAGE = 'usage: npm run conformance:nova -- [--count N] [--seed N] [--from N] [--shrink [--out FILE]]\n'

const print = (text: string): void => void process.stdout.write(text)

/**
 * Replays vectors and prints what differs; the last line counts.
 *
 * @param args - `--shrink`, `--out FILE`, and files (`.jsonl`, `.jsonl.gz`) and folders
 * @param nova - the real Nova, for `--shrink`
 * @returns 0 when all agree, 1 when one differs, 2 when a file cannot be read or has no known format, 130 when
 * interrupted
 */
export async function main(args: readonly string[], nova: NovaAccess | null = null): Promise<number> {
  return guarded(USAGE, async () => {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (positionals.length === 0) throw new UsageError()
    const files = positionals.flatMap(vectorFiles)
    return withShrinker(values, nova, (shrinkFailure) =>
      untilInterrupted(async (stop) => {
        const tally = new Tally(print)
        for (const file of files) {
          for await (const result of until(stop, replayFile(file)))
            await shrinkFailure(result, tally.add(result, basename(file)))
        }
        return tally.end()
      }),
    )
  })
}

/**
 * Makes scenarios, has the real Nova decide them, and prints what differs; the last line counts.
 *
 * @param args - `--count`, `--seed`, `--from`, `--shrink`, `--out FILE`
 * @returns 0 when all agree or Nova is not there, 1 when one differs, or Nova is not there and `CI` is `true`, 130 when
 * interrupted
 */
export async function novaMain(args: readonly string[], nova: NovaAccess): Promise<number> {
  return guarded(NOVA_USAGE, async () => {
    const { values } = parseArgs({ args: [...args], options: NOVA_OPTIONS })
    const run = { count: whole(values.count), seed: whole(values.seed), from: whole(values.from) }
    const tally = new Tally(print)
    const whyNot = nova.whyNot()
    if (whyNot !== null) {
      print(`SKIPPED: NOTHING WAS COMPARED WITH THE REAL NOVA\n`)
      tally.skip(whyNot, run.count)
      tally.end()
      return process.env['CI'] === 'true' ? 1 : 0
    }
    const oracle = nova.open()
    try {
      const shrinkFailure = shrinker(values, oracle)
      return await untilInterrupted(async (stop) => {
        for await (const result of until(stop, compareWithNova(run, oracle)))
          await shrinkFailure(result, tally.add(result, `seed ${run.seed}`))
        return tally.end()
      })
    } finally {
      await oracle.close()
    }
  })
}

class UsageError extends Error {}

async function guarded(usage: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    if (!isUsage && !(error instanceof UnreadableError)) throw error
    process.stderr.write(isUsage ? `${error.message === '' ? '' : `${error.message}\n`}${usage}` : `${error.message}\n`)
    return 2
  }
}

/** Work that Ctrl-C asks to end with what it has done; a second one ends it at once. */
async function untilInterrupted(work: (stop: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController()
  const interrupt = (): void => (stopping.signal.aborted ? process.exit(130) : stopping.abort())
  process.on('SIGINT', interrupt)
  try {
    const code = await work(stopping.signal)
    if (!stopping.signal.aborted) return code
    process.stderr.write('interrupted: what comes behind was not compared\n')
    return 130
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** What there is until it is to stop: an answer that comes later may be broken by the interrupt itself. */
async function* until<T>(stop: AbortSignal, results: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const result of results) {
    // Lets an interrupt through.
    await setImmediate()
    if (stop.aborted) return
    yield result
  }
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`not a whole number: ${text}`)
  return Number(text)
}

type Shrinker = (result: Replayed, before: number | null) => Promise<void>

/** Nova is started for shrinking only. */
async function withShrinker(
  values: { readonly shrink: boolean; readonly out?: string | undefined },
  nova: NovaAccess | null,
  work: (shrinkFailure: Shrinker) => Promise<number>,
): Promise<number> {
  const oracle = values.shrink && nova !== null && nova.whyNot() === null ? nova.open() : null
  try {
    return await work(shrinker(values, oracle))
  } finally {
    await oracle?.close()
  }
}

function shrinker(
  { shrink: wanted, out }: { shrink: boolean; out?: string | undefined },
  oracle: Oracle | null,
): Shrinker {
  if (out !== undefined) writeFileSync(out, '')
  return async ({ scenario }, before) => {
    if (!wanted || scenario === undefined || before === null || before >= SHRUNK_ALIKE) return
    const check = (one: typeof scenario): ReturnType<typeof checkScenario> => checkScenario(one, RESOLVE_FROM)
    const small = await shrink(scenario, check, scenario.release === NOVA_RELEASE ? oracle : null)
    const line = `${JSON.stringify({ ...small, id: `${scenario.id}-small` })}\n`
    if (out !== undefined) appendFileSync(out, line)
    else print(`  shrunk to a line of ${line.length} characters:\n${line}`)
    const { detail } = await check(small)
    print(`  smaller: ${detail ?? 'passes'}\n`)
  }
}
