import { freePciDevices } from './count.ts'
import type { PciPool, PciRequest } from './pool.ts'
import type { PciRules } from './rules.ts'
import { servingPools, type PciPlace, type PciQuestion } from './sieves.ts'

/** What serving requests one after the other came to. */
export interface Served {
  /** The pools that are left; after a failure, those that the requests before it have left. */
  readonly pools: readonly PciPool[]
  /** Which request could not be served, from 0; null when all were. */
  readonly failed: number | null
}

/** Serves requests in their order; each finds what those before it have left. The first that fails ends it. */
export function serveInOrder(
  pools: readonly PciPool[],
  requests: readonly PciRequest[],
  place: PciPlace,
  rules: PciRules,
): Served {
  let left = pools
  for (const [index, request] of requests.entries()) {
    const after = serve(left, { request, place, rules })
    if (after === null) return { pools: left, failed: index }
    left = after
  }
  return { pools: left, failed: null }
}

/** The pools without the devices of one request; null when there are too few. A pool without devices vanishes. */
function serve(pools: readonly PciPool[], question: PciQuestion): readonly PciPool[] | null {
  const { request, rules } = question
  const serving = servingPools(pools, question)
  if (freePciDevices(serving) < request.count || (rules.nothingNeedsPool && serving.length === 0)) return null
  let missing = request.count
  const changed = new Map<PciPool, PciPool | null>()
  for (const pool of serving) {
    if (pool.count > missing) {
      changed.set(pool, Object.freeze({ ...pool, count: pool.count - missing }))
      break
    }
    changed.set(pool, null)
    missing -= pool.count
    if (missing === 0) break
  }
  return Object.freeze(pools.flatMap((pool) => changed.get(pool) ?? (changed.has(pool) ? [] : [pool])))
}
