import { pluginOptionsIn, releasesWith, type CataloguedPlugin, type Conf } from '@nova-sched/core'
import { listedPlugin, originOf, stateOf, type ListedPlugin, type ListView } from './plugins-list.ts'
import { optionLines, shownOption, type ShownOption } from './plugins-option.ts'
import { renderTable, renderText } from './table.ts'

/** What a definition may say of itself, whatever its kind. */
interface Definition {
  readonly help?: unknown
  readonly classPath?: unknown
  readonly reasons?: unknown
  readonly hints?: unknown
  readonly aggregateKeys?: unknown
  readonly resources?: unknown
  readonly oncePerRequest?: unknown
  readonly onRebuild?: unknown
  readonly volatile?: unknown
  readonly multiplier?: unknown
  readonly minval?: unknown
  readonly maxval?: unknown
  readonly filters?: unknown
}

/** A plugin as `plugins show` prints it; `schema/plugins-show.schema.json` describes it. */
export interface ShownPlugin extends ListedPlugin {
  readonly release: string
  readonly help: string | null
  readonly classPath: string | null
  /** Releases of Nova that have it; null for what is no filter or weigher of Nova's. */
  readonly releases: readonly string[] | null
  readonly options: readonly ShownOption[]
  /** Text of each reason, by code. */
  readonly reasons: Readonly<Record<string, string>>
  readonly oncePerRequest: boolean
  readonly onRebuild: boolean
  readonly volatile: boolean
  readonly hints: readonly string[]
  readonly aggregateKeys: readonly string[] | 'any'
  readonly resources: readonly string[]
  /** Of a weigher: the option that multiplies its weights, and the metadata key that overrides it. */
  readonly multiplier: { readonly option: string; readonly aggregateKey: string | null } | null
  readonly minval: number | null
  readonly maxval: number | null
  /** Of a host manager: the filters that run in place of the enabled ones. */
  readonly filters: readonly string[] | null
}

/** Everything that is known of a plugin, as plain data. A plugin of plain JavaScript may say anything of itself. */
export function shownPlugin(found: CataloguedPlugin, conf: Conf, cwd: string): ShownPlugin {
  const its = found.plugin as Definition
  const isOurs = found.package === '@nova-sched/filters' || found.package === '@nova-sched/weighers'
  return {
    release: conf.releaseName,
    ...listedPlugin(found, cwd),
    ...{ help: textOrNull(its.help), classPath: textOrNull(its.classPath) },
    releases: isOurs ? releasesWith(found.name) : null,
    options: pluginOptionsIn(conf, found.plugin).map((option) => shownOption(conf, option)),
    reasons: Object.fromEntries(textsByCode(its.reasons)),
    ...{ oncePerRequest: its.oncePerRequest === true, onRebuild: its.onRebuild === true },
    ...{ volatile: its.volatile === true, hints: texts(its.hints) },
    aggregateKeys: its.aggregateKeys === 'any' ? 'any' : texts(its.aggregateKeys),
    ...{ resources: texts(its.resources), multiplier: multiplierOf(its.multiplier) },
    ...{ minval: numberOrNull(its.minval), maxval: numberOrNull(its.maxval) },
    filters: Array.isArray(its.filters) ? texts(its.filters) : null,
  }
}

function textsByCode(value: unknown): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([code, text]) => [code, String(text)])
}

function multiplierOf(value: unknown): ShownPlugin['multiplier'] {
  if (typeof value !== 'object' || value === null) return null
  const { option, aggregateKey } = value as { option?: unknown; aggregateKey?: unknown }
  return { option: String(option), aggregateKey: textOrNull(aggregateKey) }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A plugin for people: what it is and whether it is used, then its options with their values, then its reasons. */
export function pluginText(found: CataloguedPlugin, conf: Conf, cwd: string, view: ListView): string {
  const { paint, width } = view
  const shown = shownPlugin(found, conf, cwd)
  const head = `${shown.name}, a ${shown.kind.replace('-', ' ')}: ${stateText(shown)}`
  const options = pluginOptionsIn(conf, found.plugin).map((option) => {
    const [place, ...lines] = optionLines(conf, option)
    return (
      renderText(place, width) +
      rowsText(
        lines.map((line) => ['', line]),
        width,
      )
    )
  })
  const reasons = rowsText(Object.entries(shown.reasons), width)
  return [
    paint.bold(renderText(head, width)) + (shown.help === null ? '' : renderText(shown.help, width)),
    rowsText(factsOf(shown), width),
    options.length === 0 ? '' : `${paint.bold('Options')}\n${options.join('')}`,
    reasons === '' ? '' : `${paint.bold('Reasons')}\n${reasons}`,
  ]
    .filter((block) => block !== '')
    .join('\n')
}

function stateText(shown: ShownPlugin): string {
  const place = shown.enabled ? `, number ${shown.order.join(' and ')} in the order` : ''
  return stateOf(shown) + (shown.kind === 'filter' || shown.kind === 'weigher' ? place : '')
}

function factsOf(shown: ShownPlugin): (readonly [string, string])[] {
  const { file, package: from, standsInFor, classPath, releases, multiplier, filters } = shown
  const facts: readonly (readonly [string, string | null])[] = [
    // Nova's own all come from one file of their package.
    ['from', from === null || file === null || releases !== null ? originOf(shown) : `${originOf(shown)}, ${file}`],
    ['stands in for', standsInFor],
    ['class path', classPath],
    ['releases', releases?.join(', ') ?? null],
    ['multiplier', multiplier && multiplier.option],
    [
      'overridden by',
      multiplier?.aggregateKey ? `aggregate metadata ${multiplier.aggregateKey}, in releases with the rule` : null,
    ],
    ['range', rangeText(shown)],
    ['resources', shown.resources.join(', ')],
    ['hints', shown.hints.join(', ')],
    ['aggregate keys', shown.aggregateKeys === 'any' ? 'any key' : shown.aggregateKeys.join(', ')],
    ['filters', filters === null ? null : `${filters.join(',')} in place of the enabled ones`],
    ['asked', askedText(shown)],
  ]
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== null && fact[1] !== '')
}

function rangeText({ minval, maxval }: ShownPlugin): string {
  if (minval === null) return maxval === null ? '' : `up to ${maxval}`
  return maxval === null ? `from ${minval}` : `from ${minval} to ${maxval}`
}

function askedText({ oncePerRequest, onRebuild, volatile }: ShownPlugin): string {
  const when = [
    oncePerRequest ? 'once a request, not for each of its instances' : '',
    onRebuild ? 'on a rebuild too, in releases that ask few filters then' : '',
    volatile ? 'anew for every host: it depends on more than host and request' : '',
  ]
  return when.filter((text) => text !== '').join('; ')
}

/** Rows of labels and texts that wrap beside them. */
function rowsText(rows: readonly (readonly string[])[], width: number): string {
  if (rows.length === 0) return ''
  // The header line of a table without headers is empty.
  return renderTable([{ header: '' }, { header: '' }], rows, width).slice(1)
}
