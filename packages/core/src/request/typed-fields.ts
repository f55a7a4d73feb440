import type { NovaSchedError } from '../errors.ts'
import type { PythonRules } from '../plugin/python.ts'
import type { DataMap, Flavor } from '../plugin/request.ts'
import { dataMap } from '../util/freeze.ts'
import { Shared } from '../util/shared.ts'
import { convert } from './image-meta/index.ts'
import { recordOf, textOrNull } from './read-values.ts'
import { novaError } from './nova-error.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * A whole number, as a field of Nova's objects takes it: a text of digits too, and of a fraction its whole part.
 *
 * @returns 0 for what is missing: the field is not set
 * @throws VALUE_MALFORMED for null and for a text that is no number, TYPE_MISMATCH for a list or a map
 */
export function integerField(owner: Json, name: string, python: PythonRules): number {
  const value = owner[name]
  return value === undefined
    ? 0
    : Number(convert('integer', { field: name, source: name, owner: OWNER, value, python }))
}

/**
 * A list of texts, as a field of Nova's objects takes it: numbers become text.
 *
 * @returns an empty list for null and for what is missing
 * @throws VALUE_MALFORMED for anything else but a list, and for an item that is neither text nor number
 */
export function textsField(owner: Json, name: string, python: PythonRules): readonly string[] {
  const value = owner[name] ?? []
  if (Array.isArray(value)) return Object.freeze(value.map((item, at) => textItem(item, `${name}[${at}]`, python)))
  throw misfit(name, `${name} must be a list: ${JSON.stringify(value)}`)
}

/**
 * The flavor of a request; null when it carries none.
 *
 * @throws what {@link integerField} throws; VALUE_MALFORMED for extra specs that are no map of texts
 */
export function flavorField(value: unknown, python: PythonRules): Flavor | null {
  const flavor = recordOf(value)
  if (flavor === null || Array.isArray(value)) return null
  const number = (name: string): number => integerField(flavor, name, python)
  return Object.freeze({
    id: flavor['id'] === undefined ? null : number('id'),
    name: textOrNull(flavor['name']) ?? '',
    memoryMb: number('memory_mb'),
    vcpus: number('vcpus'),
    rootGb: number('root_gb'),
    ephemeralGb: number('ephemeral_gb'),
    swapMb: number('swap'),
    extraSpecs: flavor['extra_specs'] === undefined ? null : extraSpecs(flavor['extra_specs'], python),
  })
}

const EXTRA_SPECS = new Shared<DataMap<string>>()

function extraSpecs(value: unknown, python: PythonRules): DataMap<string> {
  const specs = Array.isArray(value) ? null : recordOf(value)
  if (specs === null) throw misfit('extra_specs', `extra_specs must be a map: ${JSON.stringify(value)}`)
  return EXTRA_SPECS.ofMap(specs, () => {
    return dataMap(Object.entries(specs).map(([key, item]) => [key, textItem(item, `extra_specs[${key}]`, python)]))
  })
}

const OWNER = 'the request'

function textItem(value: unknown, field: string, python: PythonRules): string {
  return convert('text', { field, source: field, owner: OWNER, value, python }) as string
}

/** A value of a kind that a field of Nova's objects does not take. */
export function misfit(field: string, message: string): NovaSchedError {
  return novaError('ValueError', message, { field })
}
