import { NovaSchedError } from '../../errors.ts'
import { parseIntText, PYTHON_3, pythonRepr, pythonStr, type PythonRules } from '../../plugin/python.ts'
import type { DataMap } from '../../plugin/request.ts'
import { inWords } from '../../util/documents/value-words.ts'
import { malformed } from './refusal.ts'
import type { NumaConstraintRules } from './rules.ts'

/** What NUMA nodes are made of. */
export interface NumaAsk {
  readonly flavor: {
    readonly vcpus: number
    /** MiB. */
    readonly memoryMb: number
    readonly extraSpecs: DataMap | null
  }
  /** Image properties: texts as Glance has them, or typed, as the rules have it. Null: no image. */
  readonly image: DataMap | null
  readonly rules: NumaConstraintRules
  /** How the Python of the release reads and writes values. */
  readonly python: PythonRules
}

/** The extra spec `hw:NAME` of the flavor; null when it is not there. */
export function flavorText({ flavor, python }: NumaAsk, name: string): string | null {
  return textOf(flavor.extraSpecs, `hw:${name}`, python)
}

/** The image property `hw_NAME`, typed values as Python prints them; null when it is not there. */
export function imageText({ image, python }: NumaAsk, name: string): string | null {
  return textOf(image, `hw_${name}`, python)
}

/** All extra specs that are given, in their order. */
export function extraSpecTexts({ flavor, python }: NumaAsk): readonly (readonly [key: string, text: string])[] {
  return Object.keys(flavor.extraSpecs ?? {}).flatMap((key) => {
    const text = textOf(flavor.extraSpecs, key, python)
    return text === null ? [] : [[key, text] as const]
  })
}

/** Nova keeps texts; a number or boolean of a file stands for its text. */
function textOf(map: DataMap | null, key: string, python: PythonRules): string | null {
  const value = map?.[key] ?? null
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
    throw new NovaSchedError('REQUEST_INVALID', `${key}: ${inWords(['string'], value)}`, { path: key })
  }
  return pythonStr(value, python)
}

/** @throws VALUE_MALFORMED where Python's `int(text)` raises ValueError */
export function wholeNumber(text: string, setting: string, { python }: Pick<NumaAsk, 'python'>): number {
  const value = parseIntText(text, python)
  if (value !== undefined) return value
  // Python 2 says it without its `u`, too.
  throw malformed('ValueError', `invalid literal for int() with base 10: ${pythonRepr(text, PYTHON_3)}`, [setting])
}
