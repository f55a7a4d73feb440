/** What came of one line. */
export interface Result {
  readonly id: string
  readonly ok: boolean
  /** Why it was not compared: what it needs is not built yet. */
  readonly skipped?: string
  /** What differs. */
  readonly detail?: string
}
