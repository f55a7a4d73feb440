import type { Context } from '../context.ts'

/** A run that is over sooner than this, in milliseconds, shows no bar. */
const PATIENCE = 1000
/** Between two drawings, in milliseconds. */
const PAUSE = 100
const WIDTH = 30

/** Shows how far a long run is. */
export interface Progress {
  /** So many are done. */
  update(done: number): void
  /** The run is over: the bar goes. */
  end(): void
}

/** A bar on standard error for runs that take long; nothing where standard output is no terminal. */
export function progressOf(total: number, what: string, { stderr, columns, clock }: Context): Progress {
  if (columns === 0) return { update() {}, end() {} }
  const start = clock()
  let drawnAt: number | null = null
  return {
    update(done) {
      const now = clock()
      if (now - start < PATIENCE || (drawnAt !== null && now - drawnAt < PAUSE)) return
      drawnAt = now
      const filled = Math.round((done / total) * WIDTH)
      stderr.write(`\r[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${done} of ${total} ${what}`)
    },
    end() {
      if (drawnAt !== null) stderr.write(`\r${' '.repeat(Math.min(columns - 1, WIDTH + 40))}\r`)
    },
  }
}
