import { seededRng } from '@nova-sched/core'

/** Random choices that are the same for the same seed. */
export interface Dice {
  /** A whole number from `low` to `high`, both possible. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Some of the items, in their order; from `least` to `most` of them. */
  some<T>(items: readonly T[], least?: number, most?: number): T[]
  shuffled<T>(items: readonly T[]): T[]
  uuid(): string
}

/**
 * Dice of one scenario.
 *
 * @param seed - of the run
 * @param index - of the scenario, so that one scenario can be made without those before it
 */
export function rollDice(seed: number, index: number): Dice {
  const random = seededRng(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const int = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T
  const shuffled = <T>(items: readonly T[]): T[] => {
    const left = [...items]
    return items.map(() => left.splice(int(0, left.length - 1), 1)[0] as T)
  }
  return {
    int,
    chance: (probability) => random() < probability,
    pick,
    some(items, least = 0, most = items.length) {
      const chosen = new Set(shuffled(items.map((_item, at) => at)).slice(0, int(least, Math.min(most, items.length))))
      return items.filter((_item, at) => chosen.has(at))
    },
    shuffled,
    uuid: () => {
      const hex = (digits: number): string => Array.from({ length: digits }, () => int(0, 15).toString(16)).join('')
      return `${hex(8)}-${hex(4)}-5${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
    },
  }
}
