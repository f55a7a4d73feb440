import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { checkConfLine, type ConfKind } from './confs.ts'
import { PYTHON_FLOATS } from './plain-text.ts'
import { checkRequestVector } from './requests.ts'
import type { Result } from './result.ts'
import type { Scenario } from './scenario.ts'
import { checkScenario } from './vectors.ts'

/** What came of a line, and the scenario where it was one. */
export interface Replayed extends Result {
  readonly scenario?: Scenario
}

/** Files of `confs/`, told apart by their names. */
const CONF_KINDS: readonly ConfKind[] = ['parsed', 'fuzz', 'types']

/** Where plugins of scenarios are looked for. */
export const RESOLVE_FROM: readonly string[] = [import.meta.dirname]

/** What a file or folder cannot be replayed for. */
export class UnreadableError extends Error {}

/** Replays every line of a file. */
export async function* replayFile(file: string): AsyncGenerator<Replayed> {
  const lines = readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
  for (const [index, text] of lines.entries()) yield replayLine(parse(text, `${file}:${index + 1}`), file)
}

async function replayLine(line: unknown, file: string): Promise<Replayed> {
  const { format } = line as { format?: unknown }
  if (format === 'nova-vectors/1') return { ...(await checkScenario(line, RESOLVE_FROM)), scenario: line as Scenario }
  if (format === 'nova-request-vectors/1') return checkRequestVector(line)
  if (format === 'nova-placement-vectors/1') return skipPlacement(line)
  const kind = CONF_KINDS.find((name) => name === basename(file).replace(/\.jsonl(\.gz)?$/, ''))
  if (kind !== undefined && format === undefined) return checkConfLine(line, kind, dirname(file))
  throw new UnreadableError(`${file}: no known format: ${JSON.stringify(format)}`)
}

/** Placement comes with the releases that have it. */
function skipPlacement(line: unknown): Result {
  return { id: String((line as { id?: unknown }).id), ok: false, skipped: 'PLACEMENT_NOT_BUILT' }
}

/**
 * The files to replay: one that is named, or all of a folder.
 *
 * @throws UnreadableError when there are none
 */
export function vectorFiles(path: string): string[] {
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
