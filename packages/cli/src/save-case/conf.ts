import { dirname, resolve } from 'node:path'
import {
  escapeDollars,
  isSecret,
  maskValue,
  pluginCatalogue,
  pluginOptionsIn,
  renderIni,
  valueText,
  type Conf,
  type KnownOption,
  type Occurrence,
} from '@nova-sched/core'
import type { Context } from '../context.ts'
import type { PluginCopies } from './plugins.ts'

/** An option that the configuration sets, with its value in force. */
export interface CaseOption {
  readonly option: KnownOption
  readonly group: string
  readonly name: string
  readonly value: unknown
  /** Where the value stands. */
  readonly places: readonly Occurrence[]
}

/** What a configuration sets, as far as anything that decides reads it. */
export interface CaseConf {
  readonly options: readonly CaseOption[]
  /** Secrets that are left out, as `[group] name`. */
  readonly secrets: readonly string[]
  /** Packages that plugins come from. */
  readonly packages: readonly string[]
}

/** Where the JSON options file of the scheduler lies in a case. */
export const OPTIONS_FILE = './options.json'

/** Options that name plugins; what they name is looked for from the folder of the file that they stand in. */
const PLUGIN_OPTIONS = ['available_filters', 'weight_classes', 'driver', 'host_manager', 'servicegroup_driver']
const SUBSTITUTES = 'nova_sched_substitute'
/** Texts of nova-sched's own options that name things of the cloud, and decide something. */
const NAMES_OF_CLOUD = new Set([
  'default_availability_zone',
  'default_schedule_zone',
  'internal_service_availability_zone',
  'memcached_servers',
])
/** All that decide something: the others only tell of the site. */
const DECIDING = new Set([
  ...NAMES_OF_CLOUD,
  ...PLUGIN_OPTIONS,
  SUBSTITUTES,
  'enabled_filters',
  'baremetal_enabled_filters',
  'scheduler_json_config_location',
])

/** Everything that a configuration sets for nova-sched and for the plugins in force. */
export async function caseConf(conf: Conf, without: readonly string[], context: Context): Promise<CaseConf> {
  const { plugins } = await pluginCatalogue(conf, { resolveFrom: [context.resolveFrom], without })
  const enabled = plugins.filter(({ order }) => order.length > 0)
  const known = new Map<string, KnownOption>()
  for (const option of [...conf.options, ...enabled.flatMap(({ plugin }) => pluginOptionsIn(conf, plugin))]) {
    const { group, name } = placeOf(option)
    if (option.names.length > 0 && !known.has(`[${group}] ${name}`)) known.set(`[${group}] ${name}`, option)
  }
  const set = Array.from(known, ([place, option]) => ({ place, option, ...conf.valueWithSource(option) })).filter(
    ({ places, value, option }) => places.length > 0 && value !== null && option.key !== 'nova_sched_release',
  )
  const options = set
    .filter(({ option }) => !isSecret(option))
    .map(({ option, value, places }) => ({ ...placeOf(option), option, value, places }))
  const packages = enabled.flatMap(({ package: from }) =>
    from === null || from.startsWith('@nova-sched/') ? [] : from,
  )
  return {
    options,
    secrets: set.filter(({ option }) => isSecret(option)).map(({ place }) => place),
    packages: [...new Set(packages)],
  }
}

function placeOf(option: KnownOption): { group: string; name: string } {
  const { group, name } = option.names[0] ?? { group: 'DEFAULT', name: option.key }
  return { group, name }
}

/**
 * What becomes of an option where names are to be neutral: those that only tell of the site are left out, and those
 * that may hold names of the cloud are changed. Plugins keep their names.
 */
export function fateOf({ option: { spec, owner, key } }: CaseOption): 'stays' | 'changes' | 'goes' {
  if (['int', 'float', 'bool'].includes(spec.type) || spec.choices !== undefined) return 'stays'
  if (owner !== 'nova-sched') return 'changes'
  if (!DECIDING.has(key)) return 'goes'
  return NAMES_OF_CLOUD.has(key) ? 'changes' : 'stays'
}

/** The text of a nova.conf that has the same effect from the case's folder; files that it names are noted as copies. */
export async function confText(
  { options }: Pick<CaseConf, 'options'>,
  { files, releaseName }: Conf,
  copies: PluginCopies,
  context: Context,
): Promise<string> {
  const entries = []
  for (const { option, group, name, value, places } of options) {
    const moved = await relocated(option.key, value, places, files, copies, context)
    const text = valueText(option.spec, moved)
    const shown = (part: string): string => escapeDollars(maskValue(part, false))
    entries.push({ group, name, value: typeof text === 'string' ? shown(text) : text.map(shown) })
  }
  return renderIni([...entries, { group: 'nova_sched', name: 'release', value: releaseName }])
}

async function relocated(
  key: string,
  value: unknown,
  places: readonly Occurrence[],
  files: Conf['files'],
  copies: PluginCopies,
  { resolveFrom }: Context,
): Promise<unknown> {
  if (key === 'scheduler_json_config_location') return value === '' ? value : OPTIONS_FILE
  if (!PLUGIN_OPTIONS.includes(key) && key !== SUBSTITUTES) return value
  const values = [value].flat() as readonly string[]
  const moved: string[] = []
  for (const [index, text] of values.entries()) {
    const place = places[places.length === values.length ? index : places.length - 1]
    const file = files.find(({ name }) => name === place?.file)?.path ?? place?.file ?? ''
    const bases = [dirname(resolve(file)), resolveFrom]
    const colon = key === SUBSTITUTES ? text.indexOf(':') + 1 : 0
    moved.push(text.slice(0, colon) + (await copies.relocate(text.slice(colon), bases)))
  }
  return Array.isArray(value) ? moved : moved[0]
}
