import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect, isDeepStrictEqual } from 'node:util'
import {
  boolType,
  decodeText,
  dictType,
  floatType,
  hostAddressType,
  intType,
  listType,
  parseLines,
  portType,
  sectionsOf,
  textType,
} from '@nova-sched/core'
import type { ValueType } from '@nova-sched/core'
import { PYTHON_FLOATS } from './plain-text.ts'
import type { Result } from './result.ts'

/** Which of the three files of `confs/` a line comes from. */
export type ConfKind = 'parsed' | 'fuzz' | 'types'

type Line = Readonly<Record<string, unknown>>

const TYPES: ReadonlyMap<string, ValueType<unknown>> = new Map<string, ValueType<unknown>>([
  ['bool', boolType],
  ['int', intType()],
  ['int_min1', intType({ min: 1 })],
  ['float', floatType()],
  ['list', listType()],
  ['list_float', listType({ item: floatType() })],
  ['list_bounds', listType({ bounds: true })],
  ['dict', dictType()],
  ['str_choices', textType(['db', 'zk', 'mc'])],
  ['port', portType],
  ['hostaddr', hostAddressType],
])

/**
 * Compares one line of `parsed.jsonl`, `fuzz.jsonl` or `types.jsonl` with what we read.
 *
 * @param folder - where the `.conf` files that `parsed.jsonl` names are
 * @throws Error when the line is not of that kind, or the file it names cannot be read
 */
export function checkConfLine(line: unknown, kind: ConfKind, folder: string): Result {
  if (typeof line !== 'object' || line === null) throw new Error(`not a line of ${kind}.jsonl`)
  const expected = line as Line
  if (kind === 'types') return checkValue(expected)
  const id = text(expected, kind === 'parsed' ? 'file' : 'id')
  const content = kind === 'parsed' ? decodeText(readFileSync(join(folder, id))) : text(expected, 'text')
  return { id, ...checkSections(expected, content) }
}

/** @param content - null when the bytes are not UTF-8, which oslo.config refuses without a line */
function checkSections(expected: Line, content: string | null): Omit<Result, 'id'> {
  const found = content === null ? null : parseLines(content, { file: 'FILE', strict: true })
  const error = found?.findings.find((finding) => finding.level === 'error')
  if (typeof expected['error'] === 'string') {
    const wanted = expected['error'].match(/^at .*?:(\d+), /)?.[1]
    if (found === null ? wanted === undefined : String(error?.line) === wanted) return { ok: true }
    return { ok: false, detail: `expected ${expected['error']}, got ${error ? `line ${error.line}` : 'no error'}` }
  }
  if (found === null) return { ok: false, detail: 'got text that is not UTF-8, expected none' }
  if (error) return { ok: false, detail: `expected no error, got line ${error.line}: ${error.message}` }
  return compare(sectionsOf(found), expected['sections'])
}

function checkValue(expected: Line): Result {
  const [type, value] = [text(expected, 'type'), text(expected, 'text')]
  const id = `${type} ${JSON.stringify(value)}`
  const convert = TYPES.get(type)
  if (!convert) throw new Error(`unknown type ${type}`)
  const result = convert(value)
  if ('error' in expected) {
    return result.ok
      ? { id, ok: false, detail: `expected ${String(expected['error'])}, got a value` }
      : { id, ok: true }
  }
  return result.ok ? { id, ...compare(result.value, expected['value']) } : { id, ok: false, detail: result.message }
}

function compare(found: unknown, expected: unknown): Omit<Result, 'id'> {
  if (isDeepStrictEqual(plain(found), plain(expected))) return { ok: true }
  return { ok: false, detail: `expected ${inspect(expected)}, got ${inspect(found)}` }
}

/** A value that compares well: numbers that are not finite in one spelling, -0 as 0, maps in one order. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'number') return PYTHON_FLOATS.get(String(value)) ?? value + 0
  if (typeof value !== 'object' || value === null) return value
  return new Map(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

function text(line: Line, key: string): string {
  const value = line[key]
  if (typeof value !== 'string') throw new Error(`"${key}" must be a text`)
  return value
}
