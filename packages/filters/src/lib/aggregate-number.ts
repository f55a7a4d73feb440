import { smallestAggregateNumber, type Host, type Log } from '@nova-sched/core/plugin'
import { cached } from './cached.ts'

/** Where a limit of a host comes from, when its aggregates may set it. */
export interface AggregateNumber {
  /** Key of aggregate metadata. */
  readonly key: string
  /** What counts where no aggregate sets the key, or one sets it to what is no number. */
  readonly fallback: number
  /** Reads one value; undefined when it is no number. */
  readonly parse: (text: string) => number | undefined
  /** Told once of each value that is no number. */
  readonly log: Log
}

/** The number that holds for a host: the smallest that its aggregates set. */
export function aggregateNumber({ key, fallback, parse, log }: AggregateNumber): (host: Host) => number {
  const parsed = cached((text: string) => {
    const number = parse(text)
    if (number === undefined) log.warn(`aggregate metadata ${key}: '${text}' is no number, ${fallback} counts instead`)
    return { number }
  })
  const read = (text: string): number | undefined => parsed(text).number
  return (host) => (host.aggregates.length === 0 ? fallback : smallestAggregateNumber(host, key, fallback, read))
}
