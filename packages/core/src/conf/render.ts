import ini from 'ini'
import type { OptionSpec } from '../plugin/options.ts'
import { PythonFloat, pythonStr, PYTHON_3, stripSpace } from '../plugin/python.ts'
import { dataMap } from '../util/freeze.ts'

/** A value to write under a key of a section; a list of texts is written as one assignment each. */
export interface Entry {
  readonly group: string
  readonly name: string
  readonly value: string | readonly string[]
}

/**
 * The text of a nova.conf with these values, each section once, in the order of its first entry. What is written reads
 * back the same, except for what the format cannot hold: blanks at the ends of a value's later lines, and empty lines in it.
 */
export function renderIni(entries: readonly Entry[]): string {
  const sections = new Map<string, [string, string | readonly string[]][]>()
  for (const { group, name, value } of entries) {
    sections.set(group, [...(sections.get(group) ?? []), [name, value]])
  }
  return [...sections].map(([group, values]) => `[${group}]\n${renderValues(values)}`).join('\n')
}

/** The assignments alone. */
export function renderValues(values: readonly (readonly [name: string, value: string | readonly string[]])[]): string {
  const written = ini.stringify(dataMap(values), { whitespace: true, bracketedArray: false, platform: 'linux' })
  return written.replace(/^(.*?) = (.*)$/gm, (_, name: string, value: string) => `${name} = ${fromIniDialect(value)}`)
}

/**
 * `ini` writes for readers of another dialect: it puts a backslash before `;` and `#`, and what it finds odd becomes
 * JSON. oslo.config would take both for part of the value.
 */
function fromIniDialect(written: string): string {
  const [first = '', ...rest] = textOf(written).split('\n')
  const isBare = first === stripSpace(first) && !/^["']/.test(first)
  return [isBare ? first : `"${first}"`, ...rest.map((line) => `    ${line}`)].join('\n')
}

function textOf(written: string): string {
  try {
    if (written.startsWith('"')) return JSON.parse(written) as string
  } catch {
    // a text that starts with a quote, written as it is
  }
  return written.replace(/\\([;#])/g, '$1')
}

/** A typed value as a text, of `multi` options one for each value; "not set" is `<None>`, as in Nova's own samples. */
export function valueText(spec: OptionSpec, value: unknown): string | readonly string[] {
  if (!Array.isArray(value)) return plainText(spec, value)
  const items = value.map(String)
  return spec.type === 'multi' ? items : items.join(',')
}

function plainText({ type }: OptionSpec, value: unknown): string {
  if (value === null) return '<None>'
  if (typeof value === 'number') return pythonStr(type === 'float' ? new PythonFloat(value) : value, PYTHON_3)
  if (typeof value !== 'object') return typeof value === 'string' ? value : String(value === true)
  return Object.entries(value)
    .map(([key, item]) => `${key}:${String(item)}`)
    .join(',')
}

/** A text that stands for itself where `$name` would be replaced. */
export function escapeDollars(text: string): string {
  return text.replaceAll('$', '$$$$')
}
