import { INVENTORY } from './fields.ts'
import { nameWalks, type Names } from './names.ts'
import { NOVA_REQUEST, OPTIONS, SHORT_REQUEST } from './requests.ts'
import { deep, free, isData } from './shapes.ts'
import type { Inventory } from '../inventory.ts'

/** What belongs together, and is to keep its names in common. */
export interface AnonymizerInput {
  readonly inventory: Inventory
  /** In short or in Nova's form. */
  readonly requests?: readonly object[]
  /** Values of nova.conf by the names of their options, typed. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Other texts that may hold names, such as the JSON options file. */
  readonly texts?: readonly string[]
}

/** Replaces names and addresses, each by the same neutral one wherever it stands. */
export interface Anonymizer {
  readonly inventory: (inventory: Inventory) => Inventory
  readonly request: <T extends object>(request: T) => T
  readonly option: (name: string, value: unknown) => unknown
  readonly text: (text: string) => string
  /** The name of a host or node. */
  readonly host: (name: string) => string
}

/**
 * Makes neutral names for everything that an inventory, requests and a configuration name: hosts, nodes, instances,
 * projects, users, zones, aggregates, flavors, images, groups, cells, addresses, ids, reasons, and the values of
 * metadata, hints and image properties that are no technical words. Decisions stay: names are equal as they were
 * before, in the same order within their kind, and networks hold the same addresses.
 *
 * What stays: numbers, times, keys, capabilities, traits, resource classes, names of metrics and policies, values of
 * extra specs that are not compared with names. Words among them that are names elsewhere are replaced. Texts that
 * nobody reads are left out. The same input gives the same names; nothing but what is given to this call is known
 * to what it returns.
 */
export function anonymizer({ inventory, requests = [], options = {}, texts = [] }: AnonymizerInput): Anonymizer {
  const { scouting, collecting, replacing } = nameWalks()
  for (const walk of [scouting, collecting]) {
    INVENTORY(inventory, walk)
    for (const request of requests) requestNames(request, walk)
    for (const [name, value] of Object.entries(options)) optionNames(name, value, walk)
    for (const text of texts) walk.free(text)
  }
  const names = replacing()
  return {
    inventory: (given) => INVENTORY(given, names) as Inventory,
    request: (given) => requestNames(given, names) as typeof given,
    option: (name, value) => optionNames(name, value, names),
    text: (text) => names.free(text),
    host: (name) => names.name('host', name),
  }
}

function requestNames(request: object, names: Names): unknown {
  const isNova = isData(request) && ('request_spec' in request || 'filter_properties' in request)
  return (isNova ? NOVA_REQUEST : SHORT_REQUEST)(request, names)
}

function optionNames(name: string, value: unknown, names: Names): unknown {
  const shape = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined
  return (shape ?? deep(free))(value, names)
}
