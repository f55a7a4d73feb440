/** Decisions one after another. */
export interface Block {
  /** Milliseconds that each took. */
  readonly times: Float64Array
  /** The nodes that the instances of each went to. */
  readonly chosen: readonly (readonly string[])[]
}

/** What is timed: it goes on with each call where the last one ended. */
export interface Subject {
  /** @throws when an instance is not placed */
  run(decisions: number): Promise<Block>
}
