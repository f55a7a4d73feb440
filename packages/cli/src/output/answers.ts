import type { Decision, Explanation } from '@nova-sched/core'

/** Which of how many requests was asked, and for what. */
export interface Asked {
  readonly instances: number
  readonly flavor: string | null
  /** The only cell whose hosts are looked at; null: those of all. */
  readonly cell: string | null
  /** From 1. */
  readonly number: number
  readonly total: number
}

/** One request's outcome, with what was asked. */
export interface Outcome {
  readonly decision: Decision
  readonly asked: Asked
}

/** One request's explanation, with what was asked. */
export interface Explained {
  readonly explanation: Explanation
  readonly asked: Asked
}
