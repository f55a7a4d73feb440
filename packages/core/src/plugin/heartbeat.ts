import { errorText } from '../util/error-text.ts'
import type { Log } from '../util/log.ts'
import type { Timer } from '../util/timer.ts'

/** What beats. */
export interface HeartbeatOptions {
  /** Seconds between two beats; 0: it never beats. */
  readonly interval: number
  readonly timer: Timer
  readonly log: Log
  /** Whose heart it is, for the log: `compute-01 (nova-compute)`. */
  readonly name: string
  readonly beat: () => Promise<unknown>
}

/**
 * Beats until it is stopped. Beats never overlap; one that fails is told once, and so is the first that succeeds again.
 *
 * @returns stops it; resolves when a beat under way is over
 */
export function startHeartbeat({ interval, timer, log, name, beat }: HeartbeatOptions): () => Promise<void> {
  if (interval <= 0) return () => Promise.resolve()
  let isLost = false
  let isStopped = false
  let underWay: Promise<void> = Promise.resolve()
  let forget = (): void => {}
  const once = async (): Promise<void> => {
    try {
      await beat()
      if (isLost) log.warn(`${name}: heartbeats arrive again`)
      isLost = false
    } catch (error) {
      if (!isLost) log.warn(`${name}: a heartbeat was lost: ${errorText(error)}`)
      isLost = true
    }
    if (!isStopped) wait()
  }
  const wait = (): void => {
    forget = timer.after(interval * 1000, () => void (underWay = once()))
  }
  wait()
  return () => {
    isStopped = true
    forget()
    return underWay
  }
}
