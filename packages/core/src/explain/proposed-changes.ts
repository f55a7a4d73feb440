import type { FilterAtWork } from '../filter/filter-at-work.ts'
import type { Change } from '../plugin/change.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Rejection } from '../plugin/verdict.ts'
import { errorText } from '../util/error-text.ts'
import { hush } from '../util/hush.ts'
import type { Log } from '../util/log.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || isText(value)
const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string)
const isNumber: Check = (value) => Number.isFinite(value)
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isOptionValue: Check = (value) =>
  [isText, isNumber, isTexts].some((check) => check(value)) || typeof value === 'boolean'

/** What a change of each kind must hold, beside its kind. */
const FIELDS: Readonly<Record<Change['kind'], Readonly<Record<string, Check>>>> = {
  option: { option: isText, value: isOptionValue },
  flavor: { field: isOneOf('memory_mb', 'vcpus', 'root_gb', 'ephemeral_gb', 'swap'), value: isNumber },
  extra_spec: { key: isText, value: isTextOrNull },
  image_property: { key: isText, value: isTextOrNull },
  hint: { hint: isText, value: isTextOrNull },
  drop_group: {},
  availability_zone: { value: isTextOrNull },
  forget_attempt: {},
  service: { state: isOneOf('enabled', 'up') },
  aggregate_metadata: { aggregate: isNumber, key: isText, value: isTextOrNull },
}

/** The changes by which a filter would let a host in. What is none is told to the log, and left out. */
export function proposedChanges(
  { parts, name, definition }: FilterAtWork,
  host: Host,
  request: Request,
  rejection: Rejection,
  log: Log,
): readonly Change[] {
  try {
    const proposed: unknown = parts.changes?.(host, request, rejection) ?? []
    hush(proposed)
    if (!Array.isArray(proposed)) throw new TypeError('changes must return a list')
    const changes = proposed.filter(isChange)
    for (const change of changes) {
      if (change.kind !== 'option' || Object.hasOwn(definition.options ?? {}, change.option)) continue
      log.warn(`${name}: changes names the option ${change.option}, which is none of the filter's own`)
    }
    if (changes.length < proposed.length)
      log.warn(`${name}: ${proposed.length - changes.length} of what changes returned are no changes`)
    return changes.map(withoutMore)
  } catch (error) {
    log.warn(`${name} broke as it was asked what would let a host in: ${errorText(error)}`)
    return []
  }
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null) return false
  const { kind } = value as { readonly kind?: unknown }
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) return false
  const fields = FIELDS[kind as Change['kind']]
  return Object.entries(fields).every(([field, check]) => check((value as Readonly<Record<string, unknown>>)[field]))
}

function withoutMore(change: Change): Change {
  const fields = ['kind', ...Object.keys(FIELDS[change.kind])]
  return Object.fromEntries(Object.entries(change).filter(([field]) => fields.includes(field))) as unknown as Change
}
