import { isAbsolute, relative } from 'node:path'
import { PLUGIN_KINDS, type CataloguedPlugin, type PluginCatalogue } from '@nova-sched/core'
import type { Paint } from './paint.ts'
import { renderTable, renderText } from './table.ts'

/** A plugin as `plugins list` prints it; `schema/plugins-list.schema.json` describes it. */
export interface ListedPlugin extends Pick<CataloguedPlugin, 'kind' | 'name' | 'package' | 'file' | 'standsInFor'> {
  readonly available: boolean
  readonly enabled: boolean
  readonly order: readonly number[]
  readonly leftOut: boolean
}

/** How a listing is shown. */
export interface ListView {
  readonly paint: Paint
  /** Columns of the terminal; 0 for as wide as it comes. */
  readonly width: number
}

const HEADINGS = {
  filter: 'Filters',
  weigher: 'Weighers',
  'scheduler-driver': 'Scheduler drivers',
  'host-manager': 'Host managers',
  'servicegroup-driver': 'ServiceGroup drivers',
  'service-store': 'Service stores',
} as const

/** A plugin as plain data; its file is relative to `cwd` when it lies inside. */
export function listedPlugin(found: CataloguedPlugin, cwd: string): ListedPlugin {
  const { kind, name, package: from, file, order, standsInFor } = found
  const state = { available: found.isAvailable, enabled: order.length > 0, order, leftOut: found.isLeftOut }
  return { kind, name, package: from, file: file === null ? null : nearPath(file, cwd), ...state, standsInFor }
}

function nearPath(file: string, cwd: string): string {
  const path = relative(cwd, file)
  return path.startsWith('..') || isAbsolute(path) ? file : path
}

/** Plugins for people, a table for each kind; the enabled ones stand first, in the order in which they run. */
export function pluginsText(
  plugins: readonly ListedPlugin[],
  notes: PluginCatalogue['notes'],
  { paint, width }: ListView,
): string {
  const blocks = PLUGIN_KINDS.map((kind) => [kind, plugins.filter((plugin) => plugin.kind === kind)] as const)
    .filter(([, those]) => those.length > 0)
    .map(([kind, those]) => `${paint.bold(HEADINGS[kind])}\n${tableOf(kind, those, width)}`)
  const lines = notes.map((note) => renderText(`note: ${note}`, width)).join('')
  return [...blocks, lines].filter((block) => block !== '').join('\n')
}

/** Only one driver and one host manager are used: there is no order among them. */
function tableOf(kind: ListedPlugin['kind'], plugins: readonly ListedPlugin[], width: number): string {
  const hasOrder = kind === 'filter' || kind === 'weigher'
  const columns = ['NAME', 'STATE', 'FROM'].map((header) => ({ header }))
  const rows = plugins.map((plugin) => [plugin.name, stateOf(plugin), originOf(plugin)])
  if (!hasOrder) return renderTable(columns, rows, width)
  const order = plugins.map((plugin) => plugin.order.join(', '))
  const ordered = rows.map((row, index) => [order[index] as string, ...row])
  return renderTable([{ header: 'ORDER', align: 'right' }, ...columns], ordered, width)
}

/** Whether a plugin is used, in words. */
export function stateOf({ enabled, leftOut, available }: ListedPlugin): string {
  if (enabled) return 'enabled'
  if (leftOut) return 'left out'
  return available ? 'available' : 'not available'
}

/** The package or file that a plugin comes from. */
export function originOf({ package: from, file, standsInFor }: ListedPlugin): string {
  return `${from ?? file ?? ''}${standsInFor === null ? '' : ' (stand-in)'}`
}
