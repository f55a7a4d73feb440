import type { Finding } from '../errors.ts'
import { PythonFloat, pythonStr, PYTHON_3 } from '../plugin/python.ts'
import { dataMap } from '../util/freeze.ts'
import { inlineComment } from './inline-comment.ts'
import { groupKey, type KnownOption, nameKey } from './known.ts'
import { type Contents, type Occurrence, occurrencesOf, valuesOf } from './lookup.ts'
import { isSecretName, maskValue } from './mask.ts'
import { quote } from './quote.ts'
import { type Resolve, substitute } from './substitute.ts'
import { type Converted, typeOfOption } from './types.ts'

/** What is wrong with the value of an option, or odd about it. */
export interface ValueFinding extends Finding {
  readonly group: string
  readonly option: string
  /** The text that was found; `***` for a secret. */
  readonly value: string
  /** What the value should be. */
  readonly expected: string
}

/** The value of an option and where it comes from. */
export interface Reading {
  /** Typed; undefined when `errors` says why there is none. */
  readonly value: unknown
  /** What counted, weakest first; none when the default holds. */
  readonly places: readonly Occurrence[]
  readonly errors: readonly ValueFinding[]
}

/** How values are read. */
export interface ReadContext {
  readonly contents: Contents
  /** Options that `$name` may stand for, beside everything that stands in the files. */
  readonly options: ReadonlyMap<string, KnownOption>
  /** Whether `$group.name` is a name (see {@link substitute}). */
  readonly dotted: boolean
  /** What names have been found to stand for. */
  readonly resolved: Map<string, string>
}

/** Longest chain of names that stand for names. */
const DEEPEST = 50

/** Makes ready to read the values of options; `options` are those that the release reads. */
export function readContext(contents: Contents, options: readonly KnownOption[], dotted: boolean): ReadContext {
  const byName = new Map(
    options.flatMap((option) => option.names.map(({ group, name }) => [nameKey(group, name), option])),
  )
  return { contents, options: byName, dotted, resolved: new Map() }
}

/**
 * The value of an option: substituted, then converted and checked, as oslo.config does when an option is read. The
 * default is substituted too. Names are looked for in the option's group, then in [DEFAULT]; since not all of Nova's
 * options are declared here, every key that stands in the files counts as an option (oslo.config knows declared ones only).
 */
export function readOption(context: ReadContext, option: KnownOption): Reading {
  return readValue(context, option, [])
}

/** Whether an option's values are masked wherever they are shown. */
export function isSecret({ spec, key, names }: KnownOption): boolean {
  return spec.secret ?? [key, ...names.map(({ name }) => name)].some(isSecretName)
}

function readValue(context: ReadContext, option: KnownOption, trail: readonly string[]): Reading {
  const places = occurrencesOf(context.contents, option)
  const resolve = resolveIn(context, option.names[0]?.group ?? 'DEFAULT', trail)
  if (places.length === 0) return readDefault(context, option, resolve)
  const convert = typeOfOption(option.spec)
  const results = places.map((place) => {
    const text = substitute(place.value, resolve, context.dotted)
    return text.ok ? { place, result: required(convert(text.value), option) } : { place, result: text }
  })
  const errors = results.flatMap(({ place, result }) => (result.ok ? [] : [valueError(option, place, result.message)]))
  if (errors.length > 0) return { value: undefined, places, errors }
  const values = results.map(({ result }) => (result.ok ? result.value : undefined))
  return { value: Object.freeze(option.spec.type === 'multi' ? values : values[0]), places, errors }
}

/** An empty number is None in Nova, which breaks on it unless it means "not set". */
function required(result: Converted<unknown>, { spec }: KnownOption): Converted<unknown> {
  if (!result.ok || result.value !== null || spec.default === null) return result
  return { ok: false, message: 'must not be empty: give a number, or remove the line for the default' }
}

function readDefault(context: ReadContext, { spec, names, key }: KnownOption, resolve: Resolve): Reading {
  const errors: ValueFinding[] = []
  const replace = (text: string): string => {
    const result = substitute(text, resolve, context.dotted)
    if (result.ok) return result.value
    const { group = 'DEFAULT', name: option = key } = names[0] ?? {}
    const message = `the default ${quote(text)} ${result.message}`
    errors.push({
      level: 'error',
      path: `[${group}] ${option}`,
      message,
      group,
      option,
      value: text,
      expected: result.message,
    })
    return text
  }
  return { value: replaceTexts(spec.default, replace), places: [], errors }
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return Object.freeze(value.map((item) => replaceTexts(item, replace)))
  if (typeof value !== 'object' || value === null) return value
  return dataMap(Object.entries(value).map(([key, item]) => [replace(key), replaceTexts(item, replace)]))
}

function resolveIn(context: ReadContext, group: string, trail: readonly string[]): Resolve {
  return (name) => {
    const dot = name.indexOf('.')
    const near =
      dot < 0 ? textOf(context, group, name, trail) : textOf(context, name.slice(0, dot), name.slice(dot + 1), trail)
    return near ?? textOf(context, 'DEFAULT', name, trail)
  }
}

/** The text that a name stands for. */
function textOf(
  context: ReadContext,
  group: string,
  name: string,
  trail: readonly string[],
): Converted<string> | undefined {
  const key = nameKey(group, name)
  const known = context.resolved.get(key)
  if (known !== undefined) return { ok: true, value: known }
  if (trail.includes(key)) return { ok: false, message: `refers to itself: ${describeTrail([...trail, key])}` }
  if (trail.length >= DEEPEST)
    return { ok: false, message: `refers to names that refer to names, more than ${DEEPEST} deep` }
  const result = findText(context, group, name, [...trail, key])
  if (result?.ok === true) context.resolved.set(key, result.value)
  return result
}

function findText(context: ReadContext, group: string, name: string, trail: readonly string[]) {
  const option = context.options.get(nameKey(group, name))
  if (option) {
    const { value, errors } = readValue(context, option, trail)
    return errors[0]
      ? { ok: false as const, message: errors[0].expected }
      : { ok: true as const, value: asText(option, value) }
  }
  const last = valuesOf(context.contents, group, name).at(-1)
  return last && substitute(last.value, resolveIn(context, groupKey(group), trail), context.dotted)
}

/** A typed value as Python writes it into a text; "not set" is empty. */
function asText({ spec }: KnownOption, value: unknown): string {
  if (value === null) return ''
  return pythonStr(spec.type === 'float' ? new PythonFloat(value as number) : value, PYTHON_3)
}

function describeTrail(keys: readonly string[]): string {
  return keys.map((key) => key.replace('DEFAULT\n', '').replace('\n', '.')).join(' → ')
}

function valueError(option: KnownOption, place: Occurrence, expected: string): ValueFinding {
  const { group, name } = place.name
  const value = maskValue(place.value, isSecret(option))
  const comment = inlineComment(place.value)
  const isComment = comment !== null && typeOfOption(option.spec)(comment.before).ok
  const advice = isComment
    ? `; nova.conf has no comments behind values: move ${quote(comment.comment)} to a line of its own`
    : ''
  return {
    level: 'error',
    file: place.file,
    line: place.line,
    path: `[${group}] ${name}`,
    message: `${quote(value)} ${expected}${advice}`,
    group,
    option: name,
    value,
    expected,
  }
}
