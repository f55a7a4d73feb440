import { dataMap } from '../../util/freeze.ts'
import { pythonStr } from '../python/text.ts'
import { isNumber } from '../python/values.ts'
import type { PythonRules } from '../python/rules.ts'
import type { DataMap } from '../request.ts'
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
 * device stays for who asks for the tag; equals as they were told.
 */
export function readPciPools(records: readonly PciPoolRecord[] | null | undefined): readonly PciPool[] {
  const pools = (records ?? []).map(({ vendor_id, product_id, numa_node, count, tags }) => {
    const properties = dataMap<unknown>(Object.entries({ vendor_id, product_id, ...tags }))
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

/** The requests of a message. Numbers in a spec are text to Nova, and so match no number. */
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

function asText(wanted: Readonly<Record<string, unknown>>, python: PythonRules): DataMap {
  return dataMap(
    Object.entries(wanted).map(([name, value]) => [name, isNumber(value) ? pythonStr(value, python) : value]),
  )
}

function numberOfProperties({ properties }: PciPool): number {
  return Object.keys(properties).length
}
