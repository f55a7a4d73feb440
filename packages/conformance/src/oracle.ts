import type { Question } from './generate/index.ts'
import type { Expectation, Scenario } from './scenario.ts'

/** The real Nova, as far as it can be asked. */
export interface Oracle {
  /** How many scenarios it decides at a time. */
  readonly workers: number
  /**
   * What Nova makes of a scenario: its `expect`.
   *
   * @throws Error where it is no scenario that Nova can be asked
   */
  decide(question: Question): Promise<Scenario['expect']>
  close(): Promise<void>
}

/** How the real Nova is come by: what starts processes is not of this package. */
export interface NovaAccess {
  /** Why it cannot be asked, in a sentence; null when it can. */
  whyNot(): string | null
  open(): Oracle
}

/** A scenario with its answer. */
export function answered(question: Question, expect: Expectation): Scenario {
  return { ...question, expect }
}
