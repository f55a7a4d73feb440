import type { PciDifference, PciPoolAnswer, PciShortage } from './shortage.ts'

/** What a shortage is, for people: pool by pool. */
export function describePciShortage({ needed, pools }: PciShortage): string {
  if (pools.length === 0) return 'the host has no PCI devices'
  return pools.map((pool) => `${nameOf(pool)}: ${answerText(pool, needed)}`).join('; ')
}

function nameOf({ vendorId, productId, numaNode }: PciPoolAnswer): string {
  return `${String(vendorId)}:${String(productId)}${numaNode === null ? '' : ` on NUMA cell ${numaNode}`}`
}

function answerText({ count, left, numaNode, refusal }: PciPoolAnswer, needed: number): string {
  if (refusal === null) {
    const taken = left === count ? '' : ` (${left} left after the requests before)`
    return `has ${count}, needs ${needed}${taken}`
  }
  switch (refusal.why) {
    case 'properties':
      return differencesText(refusal.differ)
    case 'place': {
      const on = numaNode === null ? 'on no known NUMA cell, ' : ''
      return `${on}needs cell ${refusal.cells.join(' or ')}${refusal.policy === 'socket' ? ', or its socket' : ''}`
    }
    case 'kind':
      return `is a ${refusal.kind}, which must be asked for`
  }
}

/** Another device is another device: its tags are of no interest. */
function differencesText(differ: readonly PciDifference[]): string {
  if (differ.length === 0) return 'the request accepts no device'
  const ids = differ.map(({ name }) => name).filter((name) => name === 'vendor_id' || name === 'product_id')
  if (ids.length > 0) return `${ids.join('/')} ${ids.length === 1 ? 'differs' : 'differ'}`
  const tags = differ.map(({ name, found, needed }) => {
    return `tag ${name} ${found === null ? 'is missing' : `is ${valueText(found)}`}, needs ${valueText(needed)}`
  })
  return tags.join(', ')
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
