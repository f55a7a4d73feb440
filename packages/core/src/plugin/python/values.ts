/**
 * Values of Python as this code holds them: null is None; a number without fraction is an int, any other a float;
 * a bigint is an int beyond 2^53; arrays are lists; Maps and plain objects are dicts with text keys. What fits none of
 * these has a class below.
 */

/** A Python float whose value is a whole number (`1.0`), which a JavaScript number cannot tell from an int. */
export class PythonFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** What may be said of a {@link PythonObject} beside its type and text. */
export interface PythonObjectDetails {
  /** What `repr()` gives, and so how it looks within a list; the text when absent. */
  readonly repr?: string
  /** Whether it counts as true (default yes). */
  readonly truthy?: boolean
  /** Whether objects of its type have an order, which that of their texts stands in for. */
  readonly ordered?: boolean
  /** Its attributes, as far as a decision can depend on them. */
  readonly attributes?: ReadonlyMap<string, unknown>
}

/** A Python object without a counterpart here: known by the name of its type and by its text. */
export class PythonObject {
  readonly typeName: string
  readonly text: string
  readonly details: PythonObjectDetails

  /**
   * @param typeName - `__name__` of its class, by which Python 2 orders values of different types
   * @param text - what `str()` gives
   * @param details - see {@link PythonObjectDetails}
   */
  constructor(typeName: string, text: string, details: PythonObjectDetails = {}) {
    this.typeName = typeName
    this.text = text
    this.details = details
  }
}

/** A `UserDict` of Python: compares, prints and answers `.get` like its dict, but is none for `isinstance`. */
export class PythonUserDict {
  readonly items: Dict

  constructor(items: Dict) {
    this.items = items
  }
}

/** A dict with text keys. */
export type Dict = ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>

/** A Python number: bool, int or float. */
export type PythonNumber = boolean | number | bigint | PythonFloat

/** Whether a value is a number to Python, where True is 1 and False is 0. */
export function isNumber(value: unknown): value is PythonNumber {
  const type = typeof value
  return type === 'number' || type === 'boolean' || type === 'bigint' || value instanceof PythonFloat
}

/** Whether a value is a dict to Python's `isinstance`. */
export function isDict(value: unknown): value is Dict {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !(value instanceof PythonFloat || value instanceof PythonObject || value instanceof PythonUserDict)
}

/** The dict of a value that has one: a dict, or what is inside a UserDict. */
export function dictOf(value: unknown): Dict | undefined {
  if (value instanceof PythonUserDict) return value.items
  return isDict(value) ? value : undefined
}

/** Python's `dict.get(key)`: null for a missing key. */
export function dictGet(dict: Dict, key: string): unknown {
  if (dict instanceof Map) return dict.get(key) ?? null
  return Object.hasOwn(dict, key) ? ((dict as Record<string, unknown>)[key] ?? null) : null
}

/** The entries of a dict, in the order in which they were put there. */
export function dictEntries(dict: Dict): [string, unknown][] {
  return dict instanceof Map ? [...(dict as ReadonlyMap<string, unknown>)] : Object.entries(dict)
}

/** Python's `bool(value)`: None, zero and everything empty are false, NaN is true. */
export function truthy(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (value instanceof PythonFloat) return value.value !== 0
  if (value instanceof PythonObject) return value.details.truthy ?? true
  if (Array.isArray(value)) return value.length > 0
  const dict = dictOf(value)
  if (dict) return dictEntries(dict).length > 0
  return Boolean(value) || Number.isNaN(value)
}
