import { aggregateValues, smallestAggregateNumber, type Change, type Host, type Log } from '@nova-sched/core/plugin'
import { metadataEdits } from './aggregate-items.ts'
import { cached } from './cached.ts'
import { changedHost } from './what-if.ts'

/** A number of which hosts may not take more, and where it comes from. */
export interface Limit {
  /** The number that holds for a host. */
  readonly of: (host: Host) => number
  /** Who says so, for messages. */
  readonly source: (host: Host) => string
  /** What would bring it to at least this number, each change alone. */
  readonly raise: (host: Host, to: number) => readonly Change[]
  /** What is odd about it. */
  readonly notes: (host: Host) => readonly string[]
}

/** Where a limit comes from, when aggregates may set it. */
export interface AggregateLimit {
  /** Key of aggregate metadata, and name of the option. */
  readonly key: string
  /** Value of the option: counts where no aggregate sets the key, or one sets it to what is no number. */
  readonly fallback: number
  /** Reads one value; undefined when it is no number. */
  readonly parse: (text: string) => number | undefined
  /** Told once of each value that is no number. */
  readonly log: Log
}

const CONFIGURATION = 'the configuration'

/** A limit that an option sets for all hosts. */
export function optionLimit(option: string, value: number): Limit {
  return {
    of: () => value,
    source: () => CONFIGURATION,
    raise: (_host, to) => [{ kind: 'option', option, value: to }],
    notes: () => [],
  }
}

/** A limit that the aggregates of a host may set: the smallest number counts. */
export function aggregateLimit({ key, fallback, parse, log }: AggregateLimit): Limit {
  const parsed = cached((text: string) => {
    const number = parse(text)
    if (number === undefined) log.warn(`aggregate metadata ${key}: '${text}' is no number, ${fallback} counts instead`)
    return { number }
  })
  const read = (text: string): number | undefined => parsed(text).number
  const of = (host: Host): number =>
    host.aggregates.length === 0 ? fallback : smallestAggregateNumber(host, key, fallback, read)
  const countsOption = (host: Host): boolean => {
    const values = aggregateValues(host, key)
    return values.length === 0 || values.some((text) => read(text) === undefined)
  }
  return {
    of,
    source(host) {
      if (countsOption(host)) return CONFIGURATION
      const limit = of(host)
      const isSetter = (text: string | undefined): boolean => text !== undefined && Object.is(read(text), limit)
      return `aggregate ${host.aggregates.find(({ metadata }) => isSetter(metadata[key]))?.name}`
    },
    raise(host, to) {
      const edits = metadataEdits(host, key, () => String(to)).filter((edit) => of(changedHost(host, edit)) >= to)
      return countsOption(host) ? [{ kind: 'option', option: key, value: to }, ...edits] : edits
    },
    notes: (host) =>
      host.aggregates.flatMap(({ name, metadata: { [key]: text } }) => {
        if (text === undefined || read(text) !== undefined) return []
        return [
          `aggregate ${name} sets ${key} to '${text}', which is no number: the configuration counts (${fallback})`,
        ]
      }),
  }
}
