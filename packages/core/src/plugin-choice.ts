import { dirname, resolve } from 'node:path'
import type { Conf } from './conf/conf.ts'
import type { CoreKey } from './conf/index.ts'
import type { NamedValue, PluginChoice } from './registry/plugin-set.ts'

/** What a configuration says of plugins: each name with the place where it stands. */
export function pluginChoice(conf: Conf, without: readonly string[]): PluginChoice {
  return {
    availableFilters: namedValues(conf, 'available_filters'),
    enabledFilters: namedValues(conf, 'enabled_filters'),
    weightClasses: namedValues(conf, 'weight_classes'),
    schedulerDriver: namedValue(conf, 'driver'),
    hostManager: namedValue(conf, 'host_manager'),
    substitutes: namedValues(conf, 'nova_sched_substitute'),
    without,
  }
}

/** What a configuration says of the ServiceGroup driver. */
export function servicegroupDriver(conf: Conf): NamedValue {
  return namedValue(conf, 'servicegroup_driver')
}

function namedValue(conf: Conf, key: CoreKey): NamedValue {
  const [first] = namedValues(conf, key)
  if (first === undefined) throw new RangeError(`${key} names nothing`)
  return first
}

/** A `multi` option has a place for each of its values, any other one place for all. */
function namedValues(conf: Conf, key: CoreKey): readonly NamedValue[] {
  const { value, places } = conf.valueWithSource(key)
  const values = (Array.isArray(value) ? value : [value]) as readonly string[]
  return values.map((text, index) => {
    const place = places[places.length === values.length ? index : places.length - 1]
    if (place === undefined) return { value: text, folder: null, place: `the default of ${key}`, distrust: null, conf }
    const { file, line } = place
    const path = conf.files.find(({ name }) => name === file)?.path ?? file
    const folder = dirname(resolve(path))
    return { value: text, folder, place: `${file}:${line}`, distrust: distrustOf(conf, file), conf }
  })
}

/** A configuration that nobody named may load plugins by path only when it belongs to who runs the command. */
function distrustOf({ files }: Conf, file: string): string | null {
  const source = files.find(({ name }) => name === file)
  if (source === undefined || !source.found || source.owned) return null
  return `${file} was found, not named, and belongs to another user. Name it with --config-file to trust it`
}
