/** Calls back later; handed to whoever waits, so that tests hand in time of their own. */
export interface Timer {
  /**
   * Calls once, so many milliseconds from now.
   *
   * @returns forgets it
   */
  after(milliseconds: number, run: () => void): () => void
}

/** The longest that Node's timers can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/** The machine's timers. They do not keep a process alive. */
export const SYSTEM_TIMER: Timer = {
  after(milliseconds, run) {
    const timeout = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST))
    timeout.unref()
    return () => clearTimeout(timeout)
  },
}
