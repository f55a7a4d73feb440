import { canonical } from './plain-text.ts'

/** The steps of the flow in their order: what differs early explains what differs late. */
export const STAGES = [
  'config',
  'request',
  'inventory',
  'weigher_order',
  'per_filter',
  'filtered',
  'weights',
  'weighed',
  'selected',
  'steps',
  'after',
  'remembered',
] as const

/** One of {@link STAGES}. */
export type Stage = (typeof STAGES)[number]

/** Where something differs. */
export interface Where {
  readonly stage: Stage
  /** Number of the request in a sequence, from 0. */
  readonly request?: number
  /** The filter or weigher. */
  readonly plugin?: string
  /** `host/nodename`. */
  readonly place?: string
  /** Anything finer: the round, the key. */
  readonly part?: string
}

/** One difference between what was expected and what came. */
export interface Mismatch extends Where {
  readonly expected: unknown
  readonly actual: unknown
  /** What we say of it: the reason of a rejection, the message of an error. */
  readonly why?: string
}

/** Collects what differs in the flow of a scenario. */
export class FlowDifferences {
  readonly #found: Mismatch[] = []

  /** Compares plain data, numbers to the last bit; the order of keys does not count. */
  equal(where: Where, actual: unknown, expected: unknown, why?: string): void {
    if (canonical(actual) !== canonical(expected)) this.add({ ...where, expected, actual, ...(why ? { why } : {}) })
  }

  add(mismatch: Mismatch): void {
    this.#found.push(mismatch)
  }

  /** All of them in the order of the flow; within a stage, in that of the filters and hosts. */
  inOrder(): readonly Mismatch[] {
    const rank = ({ request = 0, stage }: Mismatch): number => request * STAGES.length + STAGES.indexOf(stage)
    return this.#found.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Where something differs, in words. */
export function label({ request = 0, stage, plugin, place, part }: Where): string {
  const words = [request === 0 ? undefined : `request ${request + 1}:`, stage, plugin, place, part]
  return words.filter((word) => word !== undefined).join(' ')
}

/** What failures are counted under: the first stage that differs, and its plugin. */
export function kindOf({ stage, plugin }: Where): string {
  return label({ stage, ...(plugin === undefined ? {} : { plugin }) })
}
