import type { Liveness, LivenessListener, Timer } from '@nova-sched/core/plugin'

/** How a group is looked at again and again. */
export interface PollOptions {
  /** What is there; null when that cannot be known. */
  readonly look: () => Promise<Liveness | null>
  /** Seconds between two looks. */
  readonly interval: number
  readonly timer: Timer
}

/**
 * Tells what is there at once, and again after every interval: a heartbeat changes until when a member is up. That
 * nothing can be known is told once.
 *
 * @returns ends it
 */
export function poll({ look, interval, timer }: PollOptions, listener: LivenessListener): () => void {
  let isStopped = false
  let wasAway = false
  let forget = (): void => {}
  const once = async (): Promise<void> => {
    const liveness = await look()
    if (isStopped) return
    if (liveness !== null || !wasAway) listener(liveness)
    wasAway = liveness === null
    forget = timer.after(interval * 1000, () => void once())
  }
  void once()
  return () => {
    isStopped = true
    forget()
  }
}
