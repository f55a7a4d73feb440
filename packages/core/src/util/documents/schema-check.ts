import type { ErrorObject } from 'ajv'
import { inWords, shown } from './value-words.ts'
import { nearName } from './near-names.ts'
import type { Path } from './path.ts'
import { valueAt } from './path.ts'

/** A validator that was compiled from a JSON Schema. */
export interface SchemaValidator {
  (value: unknown): boolean
  errors?: readonly ErrorObject[] | null
}

/** The fields that a schema names, level by level; null where any key may stand. Lists are looked into. */
export interface FieldTable {
  readonly [field: string]: FieldTable | null
}

/** Something that does not fit a schema. */
export interface Misfit {
  readonly path: Path
  readonly message: string
}

/** Everything in a value that does not fit a schema, in the order of the schema. */
export function schemaMisfits(validate: SchemaValidator, document: unknown): readonly Misfit[] {
  if (validate(document)) return []
  return (validate.errors ?? []).map((error) => misfit(error, document))
}

/** Fields that a schema does not name. */
export interface UnknownField {
  readonly path: Path
  /** The field that was probably meant, if any. */
  readonly near: string | undefined
  /** All fields that may stand there. */
  readonly known: readonly string[]
}

/** The fields of a value that are not in the table, wherever the table says which fields there are. */
export function unknownFields(table: FieldTable, document: unknown): readonly UnknownField[] {
  const found: UnknownField[] = []
  const near = new Map<FieldTable, Map<string, string | undefined>>()
  const path: (string | number)[] = []
  const visit = (value: unknown, fields: FieldTable, step: string | number): void => {
    path.push(step)
    if (Array.isArray(value)) value.forEach((item, index) => visit(item, fields, index))
    else if (typeof value === 'object' && value !== null) visitFields(value as Record<string, unknown>, fields)
    path.pop()
  }
  const visitFields = (value: Readonly<Record<string, unknown>>, fields: FieldTable): void => {
    for (const key of Object.keys(value)) {
      const inner = Object.hasOwn(fields, key) ? fields[key] : undefined
      if (inner === undefined)
        found.push({ path: [...path.slice(1), key], near: nearOf(key, fields), known: Object.keys(fields) })
      else if (inner !== null) visit(value[key], inner, key)
    }
  }
  // The same few names stand in every host.
  const nearOf = (key: string, fields: FieldTable): string | undefined => {
    const answers = near.get(fields) ?? new Map<string, string | undefined>()
    near.set(fields, answers)
    if (!answers.has(key)) answers.set(key, nearName(key, Object.keys(fields)))
    return answers.get(key)
  }
  visit(document, table, '')
  return found
}

function misfit({ instancePath, keyword, params }: ErrorObject, document: unknown): Misfit {
  const path = pathOf(instancePath, document)
  const value = valueAt(document, path)
  if (keyword === 'required') return { path: [...path, String(params['missingProperty'])], message: 'is missing' }
  return { path, message: ruleInWords(keyword, params, value) }
}

function ruleInWords(keyword: string, params: Readonly<Record<string, unknown>>, value: unknown): string {
  const limit = params['limit']
  switch (keyword) {
    case 'type':
      return inWords(
        [params['type']].flat().flatMap((type) => String(type).split(',')),
        value,
      )
    case 'minimum':
      return limit === -Number.MAX_SAFE_INTEGER ? beyond(value) : `must be ${String(limit)} or more, is ${shown(value)}`
    case 'maximum':
      return limit === Number.MAX_SAFE_INTEGER ? beyond(value) : `must be ${String(limit)} or less, is ${shown(value)}`
    case 'pattern':
      return params['pattern'] === '\\S'
        ? 'must not be empty'
        : `must be a time such as 2026-01-31T12:00:00, is ${shown(value)}`
    default:
      return `does not fit: ${keyword}`
  }
}

function beyond(value: unknown): string {
  return `${shown(value)} is beyond 2^53: it cannot be kept exactly`
}

/** The keys of a JSON pointer; positions in lists as numbers. */
function pathOf(pointer: string, document: unknown): Path {
  const path: (string | number)[] = []
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(Array.isArray(value) ? Number(key) : key)
    value = valueAt(value, path.slice(-1))
  }
  return path
}
