import { setImmediate } from 'node:timers/promises'

/** So many milliseconds go by, at most, between two turns of the event loop. */
const BREATH = 50

/** Lets the event loop turn now and then during what takes long, so that whoever waits can say stop. */
export class Breather {
  readonly #signal: AbortSignal
  #since = performance.now()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Whether it goes on. */
  async goesOn(): Promise<boolean> {
    if (performance.now() - this.#since >= BREATH) {
      await setImmediate()
      this.#since = performance.now()
    }
    return !this.#signal.aborted
  }
}
