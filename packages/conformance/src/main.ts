import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { checkConfLine } from './confs.ts'
import { checkRequestVector } from './requests.ts'
import type { Result } from './result.ts'
import { checkScenario } from './vectors.ts'

type Check = (line: unknown) => Result | Promise<Result>

/** Files of `confs/`, told apart by their names. */
const CONF_FILES: ReadonlyMap<string, 'parsed' | 'fuzz' | 'types'> = new Map([
  ['parsed', 'parsed'],
  ['fuzz', 'fuzz'],
  ['types', 'types'],
])

const PYTHON_FLOATS: ReadonlyMap<string, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'inf'],
  ['-Infinity', '-inf'],
])

/** What a file or folder cannot be replayed for. */
class UnreadableError extends Error {}

/**
 * Replays vectors and prints what differs; the last line counts.
 *
 * @param paths - files (`.jsonl`, `.jsonl.gz`) and folders
 * @returns 0 when all agree, 1 when one differs, 2 when a file cannot be read or has no known format
 */
export async function main(paths: readonly string[]): Promise<number> {
  if (paths.length === 0) {
    process.stderr.write('usage: npm run conformance -- FILE|FOLDER…\n')
    return 2
  }
  try {
    return await replayAll(paths.flatMap(vectorFiles))
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

async function replayAll(files: readonly string[]): Promise<number> {
  let [passed, failed] = [0, 0]
  const skipped = new Map<string, number>()
  for (const file of files) {
    for await (const result of replayFile(file)) {
      if (result.ok) passed += 1
      else if (result.skipped !== undefined) skipped.set(result.skipped, (skipped.get(result.skipped) ?? 0) + 1)
      else {
        failed += 1
        process.stdout.write(`${basename(file)} ${result.id}\n    ${result.detail ?? 'differs'}\n`)
      }
    }
  }
  for (const [reason, count] of skipped) process.stdout.write(`${count} skipped: ${reason}\n`)
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0)
  process.stdout.write(`${passed} passed, ${failed} failed${total > 0 ? `, ${total} skipped` : ''}\n`)
  return failed > 0 ? 1 : 0
}

/** Replays every line of a file. */
export async function* replayFile(file: string): AsyncGenerator<Result> {
  const lines = readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
  for (const [index, text] of lines.entries()) {
    const line = parse(text, `${file}:${index + 1}`)
    yield await checkOf(line, file)(line)
  }
}

function checkOf(line: unknown, file: string): Check {
  const { format } = line as { format?: unknown }
  if (format === 'nova-vectors/1') return (scenario) => checkScenario(scenario, [import.meta.dirname])
  if (format === 'nova-request-vectors/1') return checkRequestVector
  if (format === 'nova-placement-vectors/1') return skipPlacement
  const kind = CONF_FILES.get(basename(file).replace(/\.jsonl(\.gz)?$/, ''))
  if (kind !== undefined && format === undefined) return (conf) => checkConfLine(conf, kind, dirname(file))
  throw new UnreadableError(`${file}: no known format: ${JSON.stringify(format)}`)
}

/** Placement comes with the releases that have it. */
function skipPlacement(line: unknown): Result {
  return { id: String((line as { id?: unknown }).id), ok: false, skipped: 'PLACEMENT_NOT_BUILT' }
}

function vectorFiles(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new UnreadableError(`${path}: not found`)
  if (!stat.isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
  if (files.length === 0) throw new UnreadableError(`${path}: no .jsonl file in it`)
  return files.map((name) => join(path, name))
}

function readText(file: string): string {
  try {
    const bytes = readFileSync(file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (error) {
    throw new UnreadableError(`${file}: cannot be read: ${String(error)}`)
  }
}

/** A line of JSON as Python writes it: numbers that JSON does not have become texts, as everywhere in the vectors. */
function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const spelled = text.replace(
      /(?<=[[:,] ?)(NaN|-?Infinity)(?=[\],}])/g,
      (number) => `"${PYTHON_FLOATS.get(number) ?? number}"`,
    )
    if (spelled !== text) return parse(spelled, place)
    throw new UnreadableError(`${place}: not JSON: ${String(error)}`)
  }
}
