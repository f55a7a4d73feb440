import type { PythonRules } from './rules.ts'

/** Smallest table of a set. */
const SMALLEST = 8
/** Slots beside the first that are looked at before the hash decides anew, in Pythons that look there at all. */
const NEARBY = 9
const EMPTY = -1

/**
 * The order in which Python walks a set of numbers: that of its hash table, in which a number stands at its own value
 * modulo the size, or elsewhere when that is taken. So it depends on the order in which numbers were added.
 *
 * @param numbers - from 0, in the order in which they are added
 */
export function intSetOrder(numbers: Iterable<number>, { setsLookNearby }: PythonRules): number[] {
  let table = new Int32Array(SMALLEST).fill(EMPTY)
  let used = 0
  for (const number of numbers) {
    if (!add(table, number, setsLookNearby)) continue
    used += 1
    if (!isCrowded(used, table.length, setsLookNearby)) continue
    const larger = new Int32Array(sizeAbove(used * 4)).fill(EMPTY)
    for (const moved of table) if (moved !== EMPTY) add(larger, moved, setsLookNearby)
    table = larger
  }
  return Array.from(table).filter((number) => number !== EMPTY)
}

/** @returns false when it is there already */
function add(table: Int32Array, number: number, looksNearby: boolean): boolean {
  const mask = table.length - 1
  let at = number & mask
  for (let perturb = number; ;) {
    const last = looksNearby && at + NEARBY <= mask ? at + NEARBY : at
    for (let slot = at; slot <= last; slot++) {
      if (table[slot] === number) return false
      if (table[slot] !== EMPTY) continue
      table[slot] = number
      return true
    }
    if (looksNearby) perturb >>>= 5
    at = (at * 5 + 1 + perturb) & mask
    if (!looksNearby) perturb >>>= 5
  }
}

function isCrowded(used: number, size: number, looksNearby: boolean): boolean {
  return looksNearby ? used * 5 >= (size - 1) * 3 : used * 3 >= size * 2
}

function sizeAbove(least: number): number {
  let size = SMALLEST
  while (size <= least) size *= 2
  return size
}
