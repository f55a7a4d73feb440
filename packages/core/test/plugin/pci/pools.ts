import type { PciPool, PciRequest } from '../../../src/plugin/pci/pool.ts'
import { readPciPools, readPciRequests } from '../../../src/plugin/pci/records.ts'
import { PYTHON_3 } from '../../../src/plugin/python.ts'
import { RULES } from '../../../src/releases.ts'

/** What differs from one free 8086:1515 of unknown place. */
export interface PoolWords {
  readonly vendor?: string
  readonly product?: string
  readonly cell?: number | null
  readonly count?: number
  readonly tags?: Readonly<Record<string, unknown>>
}

/** Pools as a host keeps them. */
export function somePools(...words: readonly PoolWords[]): readonly PciPool[] {
  const records = words.map(({ vendor = '8086', product = '1515', cell = null, count = 1, tags = {} }) => {
    return { vendor_id: vendor, product_id: product, numa_node: cell, count, tags }
  })
  return readPciPools(records, RULES.zed)
}

/** One request for devices of one spec. */
export function aPciRequest(
  count: number,
  spec: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[] = { vendor_id: '8086' },
  policy: string | null = null,
): PciRequest {
  const alternatives = Array.isArray(spec) ? (spec as Readonly<Record<string, unknown>>[]) : [spec]
  const record = { count, spec: alternatives as Readonly<Record<string, unknown>>[], numa_policy: policy }
  return readPciRequests([record], PYTHON_3)[0] as PciRequest
}

/** What pools come to, short: `8086:1515@0 ×2`. */
export function shown(pools: readonly PciPool[]): string[] {
  return pools.map(({ count, numaNode, properties }) => {
    const { vendor_id, product_id, ...tags } = properties
    const place = numaNode === null ? '' : `@${numaNode}`
    return [`${String(vendor_id)}:${String(product_id)}${place} ×${count}`, ...Object.keys(tags)].join(' ')
  })
}
