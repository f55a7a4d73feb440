import type { Plugin } from './load.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
const RESOURCES: readonly unknown[] = ['vcpus', 'memory', 'disk']

/** Fields that others than the plugin itself read, and what they hold; each may be absent. */
const FIELDS: readonly (readonly [field: string, isRight: Check, holds: string])[] = [
  ['help', isText, 'a text'],
  ['classPath', isText, 'a text'],
  [
    'reasons',
    (value) => isMap(value) && Object.values(value).every(isText),
    'texts by code, such as { full: "no room" }',
  ],
  ['hints', isTexts, 'a list of texts'],
  ['aggregateKeys', (value) => value === 'any' || isTexts(value), "a list of texts, or 'any'"],
  [
    'resources',
    (value) => Array.isArray(value) && value.every((item) => RESOURCES.includes(item)),
    "a list of 'vcpus', 'memory' and 'disk'",
  ],
  ['filters', isTexts, 'a list of texts'],
]

/** What is wrong with what a plugin says of itself; null when it can be read. A plugin of plain JavaScript may say anything. */
export function definitionProblem(plugin: Plugin): string | null {
  if (typeof plugin.name !== 'string' || !/^[A-Za-z_]\w*$/.test(plugin.name)) {
    return 'its name must be a word of letters, digits and underscores, as nova.conf will use it'
  }
  if (typeof plugin.create !== 'function') return 'it has no create function'
  for (const [option, spec] of Object.entries(plugin.options ?? {})) {
    if (typeof (spec as { type?: unknown } | null)?.type === 'string') continue
    return `its option ${option} is not declared: declare it with int, float, str, bool, list, multi or dict`
  }
  for (const [field, isRight, holds] of FIELDS) {
    const value: unknown = (plugin as unknown as Readonly<Record<string, unknown>>)[field]
    if (value !== undefined && !isRight(value)) return `its ${field} must be ${holds}`
  }
  return null
}
