import type { Context } from '../context.ts'

/** A run that is over sooner than this, in milliseconds, shows nothing. */
const PATIENCE = 1000
/** Between two drawings, in milliseconds. */
const PAUSE = 100
const WIDTH = 20
const ERASED = '\r\x1b[K'

/** Shows how far a long run is. */
export interface Progress {
  /** So many are done. */
  update(done: number): void
  /** The run is over, or something else is to be told: the line goes. */
  end(): void
}

/**
 * One line on standard error for runs that take long: how much is done, how fast it goes, and how long the rest takes at
 * that pace. Nothing where standard error is no terminal.
 *
 * @param what - what is counted, in the plural
 */
export function progressOf(
  total: number,
  what: string,
  { stderr, stderrColumns, clock }: Pick<Context, 'stderr' | 'stderrColumns' | 'clock'>,
): Progress {
  if (stderrColumns === 0) return { update() {}, end() {} }
  const start = clock()
  let drawnAt: number | null = null
  return {
    update(done) {
      const now = clock()
      if (now - start < PATIENCE || (drawnAt !== null && now - drawnAt < PAUSE)) return
      drawnAt = now
      const line = `${bar(done / total)} ${done} of ${total} ${what}${paceText(done, total, (now - start) / 1000)}`
      stderr.write(`${ERASED}${line.slice(0, stderrColumns - 1)}`)
    },
    end() {
      if (drawnAt !== null) stderr.write(ERASED)
      drawnAt = null
    },
  }
}

function bar(part: number): string {
  const filled = Math.round(part * WIDTH)
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}]`
}

function paceText(done: number, total: number, seconds: number): string {
  if (done === 0) return ''
  const rate = done / seconds
  return `, ${rateText(rate)}, ${durationText((total - done) / rate)} left`
}

function rateText(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond)} a second`
  return perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${(perSecond * 60).toFixed(1)} a minute`
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
