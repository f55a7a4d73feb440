import type { Conf, Entry, KnownOption, Occurrence } from '@nova-sched/core'
import { describeType, escapeDollars, isSecret, maskValue, renderIni, valueText } from '@nova-sched/core'
import type { Context, GlobalOptions } from '../context.ts'
import { dataText } from '../output/data.ts'
import { renderTable } from '../output/table.ts'

/** How the conf commands print: as every command, or as a nova.conf. */
export type ConfFormat = GlobalOptions['format'] | 'ini'

interface Shown {
  readonly group: string
  readonly name: string
  /** Typed, secrets masked. */
  readonly value: unknown
  readonly text: string | readonly string[]
  readonly places: readonly Occurrence[]
}

/**
 * The values of a configuration, secrets masked, in a format.
 *
 * @param all - also the options that nothing sets
 */
export async function showValues(conf: Conf, all: boolean, format: ConfFormat, context: Context): Promise<string> {
  const shown = inOrder(conf.options)
    .map((option) => shownOption(conf, option))
    .filter(({ places }) => all || places.length > 0)
  if (format === 'ini') return renderIni(shown.filter(({ value }) => value !== null).map(entryOfValue))
  if (format === 'table') return valueTable(shown, context)
  const options = shown.map(({ group, name, value, places }) => ({
    group,
    name,
    value,
    source: sourceOf(places),
  }))
  const files = conf.files.map(({ name }) => name)
  return dataText({ release: conf.releaseName, reason: conf.releaseReason, files, options }, format)
}

function shownOption(conf: Conf, option: KnownOption): Shown {
  const { value, places } = conf.valueWithSource(option)
  const secret = isSecret(option)
  const masked = (text: string): string => maskValue(text, secret)
  const text = valueText(option.spec, value)
  const shownText = typeof text === 'string' ? masked(text) : text.map(masked)
  return { ...placeOf(option), value: plain(value, masked), text: shownText, places }
}

function entryOfValue({ group, name, text }: Shown): Entry {
  return { group, name, value: typeof text === 'string' ? escapeDollars(text) : text.map(escapeDollars) }
}

function valueTable(shown: readonly Shown[], { columns }: Context): string {
  if (shown.length === 0) return ''
  const rows = shown.map(({ group, name, text, places }) => {
    return [`[${group}] ${name}`, [text].flat().join(', '), sourceOf(places)]
  })
  return renderTable([{ header: 'OPTION' }, { header: 'VALUE' }, { header: 'FROM' }], rows, columns)
}

function sourceOf(places: readonly Occurrence[]): string {
  return places.map(({ file, line }) => `${file}:${line}`).join(', ') || 'default'
}

/** Every option that the release of a configuration reads, in a format. */
export async function listOptions(conf: Conf, format: ConfFormat, context: Context): Promise<string> {
  const options = inOrder(conf.options)
  if (format === 'ini') return renderIni(options.map(entryOf))
  if (format === 'table') {
    const rows = options.map((option) => {
      const { group, name } = placeOf(option)
      return [`[${group}] ${name}`, describeType(option), [entryOf(option).value].flat().join(', '), option.spec.help]
    })
    const columns = ['OPTION', 'TYPE', 'DEFAULT', 'HELP'].map((header) => ({ header }))
    return renderTable(columns, rows, context.columns)
  }
  const listed = options.map((option) => {
    const { type, min, max, choices, help } = option.spec
    const oldNames = option.names.slice(1).map(({ group, name }) => `[${group}] ${name}`)
    const value = plain(option.spec.default, (text) => text)
    return { ...placeOf(option), type, default: value, min, max, choices, help, owner: option.owner, oldNames }
  })
  return dataText({ release: conf.releaseName, options: listed }, format)
}

function entryOf(option: KnownOption): Entry {
  return { ...placeOf(option), value: valueText(option.spec, option.spec.default) }
}

function placeOf(option: KnownOption): { group: string; name: string } {
  const { group, name } = option.names[0] ?? { group: 'DEFAULT', name: option.key }
  return { group, name }
}

/** Group by group, [DEFAULT] first; within one, as declared. */
function inOrder(options: readonly KnownOption[]): KnownOption[] {
  const groups = [...new Set(['DEFAULT', ...options.map((option) => placeOf(option).group)])]
  return groups.flatMap((group) => options.filter((option) => placeOf(option).group === group))
}

/** A typed value as JSON and YAML can hold it, its texts mapped. */
function plain(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => plain(item, map))
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, map)]))
}
