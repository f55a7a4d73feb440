import { isNovaSchedError } from '../../errors.ts'
import { pythonStr, truthy } from '../../plugin/python.ts'
import type { PythonRules } from '../../plugin/python.ts'
import type { DataMap } from '../../plugin/request.ts'
import { dataMap, dataMapOf, deepFreeze } from '../../util/freeze.ts'
import { sharedBy } from '../../util/shared.ts'
import { novaError } from '../nova-error.ts'
import { parseCpuList } from '../numa/cpu-list.ts'
import { MOST_NODES } from '../numa/node-lists.ts'
import { convert, convertInteger, requiredText } from './convert.ts'
import { OLD_NAMES } from './properties.ts'
import type { ImageRules, ImageTable } from './types.ts'

const TRAIT_PREFIX = 'trait:'

/**
 * The properties of an image as the scheduler reads them from a request spec: old names translated, unknown ones
 * dropped, known ones typed, lists of NUMA nodes gathered, required traits under `traits_required`.
 *
 * @param properties - as Glance has them
 * @returns the properties themselves in releases that take them as they are
 * @throws VALUE_MALFORMED (Nova: ValueError) for a value that does not fit its property; TYPE_MISMATCH,
 * ATTRIBUTE_MISSING for one of a kind on which Nova breaks; NUMA_CONSTRAINT_INVALID (Invalid) for a bad list of CPUs. The
 * first in Nova's order is told; `details.novaError` is the class of Nova's exception
 */
export function typedImageProperties(properties: DataMap, rules: ImageRules): DataMap {
  const { image: table } = rules
  if (table === null) return properties
  return typedBy(rules).ofMap(properties, () => typedAnew(dataMapOf(properties), table, rules))
}

const typedBy = sharedBy<ImageRules, DataMap>()

function typedAnew(properties: DataMap, table: ImageTable, rules: ImageRules): DataMap {
  const { python } = rules
  const typed = new Map<string, unknown>()
  const set: Setter = (field, source, value = properties[source]) => {
    const type = table[field]
    if (type !== undefined) typed.set(field, convert(type, { field, source, value, python }))
  }
  readOldNames(properties, set)
  for (const [field, type] of Object.entries(table)) {
    if (type === 'cpu_sets' || type === 'integers') {
      const nodes = nodesOf(properties, field).map((source) => convertNode(type, source, properties[source], rules))
      if (nodes.length > 0) typed.set(field, nodes)
    } else if (Object.hasOwn(properties, field)) set(field, field)
  }
  const traits = requiredTraits(properties, python)
  if (traits.length > 0) typed.set('traits_required', traits)
  return deepFreeze(dataMap(typed))
}

/**
 * The same as Nova's API does it, which refuses a request with a value that does not fit.
 *
 * @throws REQUEST_INVALID (InvalidRequest) where {@link typedImageProperties} throws a ValueError; what else it throws
 */
export function imageMeta(properties: DataMap, rules: ImageRules): DataMap {
  try {
    return typedImageProperties(properties, rules)
  } catch (error) {
    if (!isNovaSchedError(error) || error.details['novaError'] !== 'ValueError') throw error
    throw novaError('InvalidRequest', `Invalid image metadata. Error: ${error.message}`, error.details)
  }
}

/** Sets a property from the one that it stands in; the value is what stands there, unless given. */
type Setter = (field: string, source: string, value?: unknown) => void

/** Old names come first, so that current ones win; a bad value fails all the same. */
function readOldNames(properties: DataMap, set: Setter): void {
  for (const [old, current] of OLD_NAMES) {
    if (Object.hasOwn(properties, old)) set(current, old)
  }
  const adapter = properties['vmware_adaptertype']
  if (!truthy(adapter)) return
  set('hw_disk_bus', 'vmware_adaptertype', adapter === 'ide' ? 'ide' : 'scsi')
  if (adapter !== 'ide') set('hw_scsi_model', 'vmware_adaptertype')
}

/** NAME.0, NAME.1 and so on, up to the first that is missing. */
function nodesOf(properties: DataMap, name: string): readonly string[] {
  const sources: string[] = []
  while (sources.length < MOST_NODES) {
    const source = `${name}.${sources.length}`
    if (!Object.hasOwn(properties, source)) break
    sources.push(source)
  }
  return sources
}

function convertNode(
  type: 'cpu_sets' | 'integers',
  source: string,
  value: unknown,
  { numa, python }: ImageRules,
): unknown {
  const given = { field: source, source, value, python }
  return type === 'integers'
    ? convertInteger(given)
    : parseCpuList(requiredText(given, 'split'), source, { rules: numa, python })
}

function requiredTraits(properties: DataMap, python: PythonRules): readonly string[] {
  return Object.entries(properties)
    .filter(([key, value]) => key.startsWith(TRAIT_PREFIX) && pythonStr(value, python) === 'required')
    .map(([key]) => key.slice(TRAIT_PREFIX.length))
}
