import { setImmediate as turn } from 'node:timers/promises'
import type { Timer } from '@nova-sched/core/plugin'

/** Time that is given, and not slept: clocks and timers of many processes. */
export interface GivenTime {
  readonly clock: () => number
  /** A process with timers of its own. */
  process(): GivenProcess
  /** Lets seconds pass, and waits until all work is done that comes due. */
  pass(seconds: number): Promise<void>
}

/** One process. */
export interface GivenProcess {
  readonly timer: Timer
  /** Work that time waits for. */
  work<T>(promise: Promise<T>): Promise<T>
  freeze(): void
  thaw(): void
  /** Its timers never ring again. */
  end(): void
}

interface Alarm {
  readonly at: number
  readonly run: () => void
}

export function givenTime(start = Date.UTC(2026, 0, 2, 3, 4, 5, 678)): GivenTime {
  let now = start
  const processes = new Set<{ alarms: Set<Alarm>; isFrozen: boolean }>()
  const underWay = new Set<Promise<unknown>>()

  const settle = async (): Promise<void> => {
    await turn()
    while (underWay.size > 0) {
      await Promise.allSettled(underWay)
      await turn()
    }
  }
  const due = (): readonly (() => void)[] =>
    [...processes]
      .filter(({ isFrozen }) => !isFrozen)
      .flatMap(({ alarms }) => [...alarms].filter(({ at }) => at <= now).map((alarm) => () => ring(alarms, alarm)))
  const ring = (alarms: Set<Alarm>, alarm: Alarm): void => {
    if (alarms.delete(alarm)) alarm.run()
  }
  const nextAlarm = (until: number): number =>
    Math.min(until, ...[...processes].flatMap(({ alarms }) => [...alarms].map(({ at }) => at).filter((at) => at > now)))

  return {
    clock: () => now,
    process() {
      const process = { alarms: new Set<Alarm>(), isFrozen: false }
      processes.add(process)
      return {
        timer: {
          after(milliseconds, run) {
            const alarm = { at: now + milliseconds, run }
            process.alarms.add(alarm)
            return () => void process.alarms.delete(alarm)
          },
        },
        work(promise) {
          const watched = promise.catch(() => undefined).finally(() => underWay.delete(watched))
          underWay.add(watched)
          return promise
        },
        freeze: () => void (process.isFrozen = true),
        thaw: () => void (process.isFrozen = false),
        end: () => void processes.delete(process),
      }
    },
    async pass(seconds) {
      const until = now + seconds * 1000
      await settle()
      for (;;) {
        for (const ringIt of due()) ringIt()
        await settle()
        if (now >= until) return
        now = nextAlarm(until)
      }
    },
  }
}
