/** What came of one line. */
export interface Result {
  readonly id: string
  readonly ok: boolean
  /** Why it was not compared: what it needs is not built yet. */
  readonly skipped?: string
  /** What differs. */
  readonly detail?: string
  /** What failures are counted under: the first stage of the flow that differs, and its plugin. */
  readonly kind?: string
  /** What makes a smaller failure the same one: its kind, the part that differs, and how. */
  readonly mark?: string
}
