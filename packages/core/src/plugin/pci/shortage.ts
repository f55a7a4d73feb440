import type { PciPool, PciRequest } from './pool.ts'
import { freePciDevices } from './count.ts'
import type { PciRules } from './rules.ts'
import { serveInOrder } from './serve.ts'
import { isSo, propertyOf, SIEVES, unaskedKind, type PciPlace, type PciQuestion, type Sieve } from './sieves.ts'

/** Why a pool does not serve a request. */
export type PciRefusal =
  | { readonly why: 'properties'; readonly differ: readonly PciDifference[] }
  | { readonly why: 'place'; readonly cells: readonly number[]; readonly policy: string }
  | { readonly why: 'kind'; readonly kind: string }

/** A property that is not as it was asked for; null stands for one that is missing. */
export interface PciDifference {
  readonly name: string
  readonly found: unknown
  readonly needed: unknown
}

/** What a pool had for the request that failed. */
export interface PciPoolAnswer {
  readonly vendorId: unknown
  readonly productId: unknown
  readonly numaNode: number | null
  /** Devices before any request took some. */
  readonly count: number
  /** Devices that the requests before have left. */
  readonly left: number
  /** Null: it serves, with what is left. */
  readonly refusal: PciRefusal | null
}

/** Why a host does not have the devices that were asked for: the first request that it cannot serve. */
export interface PciShortage {
  /** Which request, from 0. */
  readonly request: number
  /** The alias, or the properties, that were asked for. */
  readonly wanted: string
  readonly needed: number
  readonly available: number
  readonly unit: 'devices'
  /** Every pool of the host, in the order in which devices are taken. */
  readonly pools: readonly PciPoolAnswer[]
}

/** Why a host cannot serve requests, as plain data; null when it can. */
export function pciShortage(
  pools: readonly PciPool[],
  requests: readonly PciRequest[],
  place: PciPlace,
  rules: PciRules,
): PciShortage | null {
  const { pools: left, failed } = serveInOrder(pools, requests, place, rules)
  const request = failed === null ? undefined : requests[failed]
  if (failed === null || request === undefined) return null
  const stock = pools.map((pool) => ({ ...pool, count: leftOf(pool, left) }))
  const refusals = refusalsOf(stock, { request, place, rules })
  const answers = stock.map((pool, index) => ({
    vendorId: pool.properties['vendor_id'],
    productId: pool.properties['product_id'],
    numaNode: pool.numaNode,
    count: pools[index]?.count ?? 0,
    left: pool.count,
    refusal: refusals.get(pool) ?? null,
  }))
  return {
    request: failed,
    wanted: request.aliasName ?? specText(request),
    needed: request.count,
    available: freePciDevices(stock.filter((pool) => !refusals.has(pool))),
    unit: 'devices',
    pools: answers,
  }
}

/** A pool that gave devices away is another object with the same properties; one that gave all is gone. */
function leftOf({ properties }: PciPool, left: readonly PciPool[]): number {
  return left.find((other) => other.properties === properties)?.count ?? 0
}

function refusalsOf(stock: readonly PciPool[], question: PciQuestion): ReadonlyMap<PciPool, PciRefusal> {
  const refusals = new Map<PciPool, PciRefusal>()
  let kept = stock
  for (const [why, sieve] of Object.entries(SIEVES) as [PciRefusal['why'], Sieve][]) {
    const passed = new Set(sieve(kept, question))
    for (const pool of kept.filter((each) => !passed.has(each))) refusals.set(pool, refusalOf(why, pool, question))
    kept = [...passed]
  }
  return refusals
}

function refusalOf(why: PciRefusal['why'], pool: PciPool, { request, place, rules }: PciQuestion): PciRefusal {
  switch (why) {
    case 'properties':
      return { why, differ: differencesOf(pool, request, rules) }
    case 'place':
      return { why, cells: place.cells ?? [], policy: request.numaPolicy ?? 'legacy' }
    case 'kind':
      return { why, kind: unaskedKind(pool, request) ?? '' }
  }
}

/** What keeps a pool from the alternative that it is nearest to. */
function differencesOf(pool: PciPool, { spec }: PciRequest, rules: PciRules): readonly PciDifference[] {
  const all = spec.map((wanted) =>
    Object.entries(wanted)
      .filter(([name, value]) => !isSo(pool, name, value, rules))
      .map(([name, needed]) => ({ name, found: propertyOf(pool, name), needed })),
  )
  return all.toSorted((a, b) => a.length - b.length)[0] ?? []
}

function specText({ spec }: PciRequest): string {
  const texts = spec.map((wanted) =>
    Object.entries(wanted)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join(','),
  )
  return texts.map((text) => text || 'any device').join(' or ') || 'no device'
}
