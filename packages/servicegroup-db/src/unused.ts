import type { Log } from '@nova-sched/core/plugin'
import type { Address } from './options.ts'

/** Tells what a connection says and nobody here reads. */
export function tellUnused({ query, label }: Address, read: readonly string[], log: Log): void {
  const unused = [...query.keys()].filter((key) => !read.includes(key))
  if (unused.length > 0) log.info(`${label}: has no effect here: ${unused.join(', ')}`)
}
