import type { NovaSchedError } from '../../errors.ts'
import { isDict, parseIntText, pythonRepr, pythonStr, dictEntries } from '../../plugin/python.ts'
import type { PythonRules } from '../../plugin/python.ts'
import { isTrueWord } from '../../plugin/true-word.ts'
import { compileStrictPredicate } from '../../plugin/version-predicate.ts'
import { dataMap } from '../../util/freeze.ts'
import { novaError } from '../nova-error.ts'
import type { ImageType, WordType } from './types.ts'

/** A value on its way into a property. */
export interface Given {
  /** The property that it becomes, as Nova's errors name it. */
  readonly field: string
  /** The property that it stands in. */
  readonly source: string
  /** Whose property it is, for people; absent: of the image. */
  readonly owner?: string
  readonly value: unknown
  readonly python: PythonRules
}

/**
 * A value as the type of its property has it.
 *
 * @throws VALUE_MALFORMED when it does not fit, ATTRIBUTE_MISSING or TYPE_MISMATCH when it is of a kind on which Nova
 * breaks, such as a number where words are
 */
export function convert(type: ImageType, given: Given): unknown {
  const { field, value, python } = given
  if (value === null || value === undefined) throw misfit(given, `Field \`${field}' cannot be None`)
  if (typeof type === 'object') return convertWord(type, given)
  switch (type) {
    case 'text':
      return convertText(given)
    case 'integer':
      return convertInteger(given)
    case 'boolean':
      return isTrueWord(pythonStr(value, python))
    case 'uuid':
      return pythonStr(value, python)
    case 'strict_predicate':
      if (compileStrictPredicate(pythonStr(value, python), python) !== null) return value
      throw misfit(given, `Version ${pythonStr(value, python)} is not a valid predicate in field ${field}`)
    case 'maps':
      return convertMaps(given)
    case 'cpu_sets':
    case 'integers':
      throw new TypeError(`${type} is read from several properties`)
  }
}

/** Python's `int(value)`. */
export function convertInteger(given: Given): number | bigint {
  const { value, python } = given
  if (typeof value === 'bigint') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') {
    // Python has no negative zero among whole numbers.
    if (Number.isFinite(value)) return Math.trunc(value) + 0
    if (Number.isNaN(value)) throw misfit(given, 'cannot convert float NaN to integer')
    throw failure('OverflowError', given, 'cannot convert float infinity to integer')
  }
  if (typeof value !== 'string') {
    const wanted = 'a string, a bytes-like object or a real number'
    throw failure('TypeError', given, `int() argument must be ${wanted}, not '${typeName(value)}'`)
  }
  const number = parseIntText(value, python)
  if (number !== undefined) return number
  throw misfit(given, `invalid literal for int() with base 10: ${pythonRepr(value, python)}`)
}

/** The text itself, or an error where Nova calls one of its methods and there is none. */
export function requiredText(given: Given, method: string): string {
  if (typeof given.value === 'string') return given.value
  throw failure('AttributeError', given, `'${typeName(given.value)}' object has no attribute '${method}'`)
}

function convertWord({ words, anyCase, spellings = {}, noun }: WordType, given: Given): string {
  const lower = anyCase ? requiredText(given, 'lower').toLowerCase() : given.value
  const word = typeof lower === 'string' && Object.hasOwn(spellings, lower) ? spellings[lower] : lower
  if (typeof word === 'string' && words.includes(word)) return word
  const [written, used] = [pythonStr(given.value, given.python), pythonStr(word, given.python)]
  throw misfit(given, noun === undefined ? `Field value ${used} is invalid` : `${noun} '${written}' is not valid`)
}

function convertText(given: Given): string {
  const { field, value, python } = given
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return pythonStr(value, python)
  throw misfit(given, `A string is required in field ${field}, not a ${typeName(value)}`)
}

function convertMaps(given: Given): readonly unknown[] {
  const { field, value: list } = given
  if (!Array.isArray(list)) throw misfit(given, `A list is required in field ${field}, not a ${typeName(list)}`)
  return list.map((value: unknown, index) => convertMap({ ...given, field: `${field}[${index}]`, value }))
}

function convertMap(given: Given): unknown {
  const { field, value: map } = given
  if (map === null) throw misfit(given, `Field \`${field}' cannot be None`)
  if (!isDict(map)) throw misfit(given, `A dict is required in field ${field}, not a ${typeName(map)}`)
  const entries = dictEntries(map).map(([key, value]) => {
    return [key, value === null ? null : convertText({ ...given, field: `${field}[${key}]`, value })] as const
  })
  return dataMap(entries)
}

function misfit(given: Given, message: string): NovaSchedError {
  return failure('ValueError', given, message)
}

function failure(name: string, { source, owner = 'the image', value }: Given, message: string): NovaSchedError {
  return novaError(name, `${message} (see ${source} of ${owner})`, { property: source, value })
}

/** `__name__` of the type of a value. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  if (typeof value === 'bigint') return 'int'
  return Array.isArray(value) ? 'list' : 'dict'
}
