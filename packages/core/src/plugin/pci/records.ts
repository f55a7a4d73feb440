import { dataMap } from '../../util/freeze.ts'
import { pythonStr } from '../python/text.ts'
import { isNumber } from '../python/values.ts'
import type { PythonRules } from '../python/rules.ts'
import { fault } from '../fault.ts'
import type { DataMap } from '../request.ts'
import type { Rules } from '../rules.ts'
import type { PciPool, PciRequest } from './pool.ts'

/** A pool as Nova's tables and our inventories have it. */
export interface PciPoolRecord {
  readonly vendor_id: string
  readonly product_id: string
  readonly numa_node?: number | null
  readonly count: number
  readonly tags?: Readonly<Record<string, unknown>> | null
}

/** A PCI request as Nova's messages have it. */
export interface PciRequestRecord {
  readonly count: number
  readonly spec: readonly Readonly<Record<string, unknown>>[]
  readonly alias_name?: string | null
  readonly request_id?: string | null
  readonly numa_policy?: string | null
}

/**
 * The pools of a host in the order in which devices are taken: those with the fewest properties first, so that a tagged
 * device stays for who asks for the tag; equals as they were told. Where requests are typed, tags are texts.
 *
 * @throws VALUE_MALFORMED for a tag that is no text, number or null, where requests are typed
 */
export function readPciPools(
  records: readonly PciPoolRecord[] | null | undefined,
  { requestsAreTyped, python }: Pick<Rules, 'requestsAreTyped' | 'python'>,
): readonly PciPool[] {
  const pools = (records ?? []).map(({ vendor_id, product_id, numa_node, count, tags }) => {
    const told = Object.entries({ vendor_id, product_id, ...tags })
    const properties = dataMap<unknown>(
      requestsAreTyped ? told.map(([name, value]) => [name, propertyText(name, value, python)]) : told,
    )
    return Object.freeze({ count, numaNode: numa_node ?? null, properties })
  })
  return Object.freeze(pools.sort((a, b) => numberOfProperties(a) - numberOfProperties(b)))
}

/** A pool as a record again. */
export function pciPoolRecord({ count, numaNode, properties }: PciPool): PciPoolRecord {
  const { vendor_id, product_id, ...tags } = properties
  const ids = { vendor_id: vendor_id as string, product_id: product_id as string }
  return { ...ids, numa_node: numaNode, count, tags: dataMap(Object.entries(tags)) }
}

/**
 * The requests of a message. Numbers in a spec are text to Nova, and so match no number.
 *
 * @throws VALUE_MALFORMED for a property that is no text, number or null
 */
export function readPciRequests(records: readonly PciRequestRecord[], python: PythonRules): readonly PciRequest[] {
  const requests = records.map(({ count, spec, alias_name, request_id, numa_policy }) => {
    return Object.freeze({
      count,
      spec: Object.freeze(spec.map((wanted) => asText(wanted, python))),
      aliasName: alias_name ?? null,
      requestId: request_id ?? null,
      numaPolicy: numa_policy ?? null,
    })
  })
  return Object.freeze(requests)
}

function propertyText(name: string, value: unknown, python: PythonRules): string | null {
  if (value === null || typeof value === 'string') return value
  if (isNumber(value)) return pythonStr(value, python)
  throw fault('VALUE_MALFORMED', `the property ${name} of a PCI device must be text: ${JSON.stringify(value)}`, {
    name,
  })
}

function asText(wanted: Readonly<Record<string, unknown>>, python: PythonRules): DataMap {
  return dataMap(Object.entries(wanted).map(([name, value]) => [name, propertyText(name, value, python)]))
}

function numberOfProperties({ properties }: PciPool): number {
  return Object.keys(properties).length
}
