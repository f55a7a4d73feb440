import { setImmediate } from 'node:timers/promises'
import {
  instanceCount,
  isNovaSchedError,
  type BuiltRequest,
  type NovaSchedError,
  type TraceOptions,
} from '@nova-sched/core'
import type { Context } from './context.ts'
import type { Asked } from './output/answers.ts'
import { progressOf } from './output/progress.ts'
import { countOf, prepared, type Placement } from './placement.ts'

/** Told how many instances of a request are decided, and asked whether it goes on. */
export type Pace = Required<Pick<TraceOptions, 'onInstance'>> & Pick<TraceOptions, 'signal'>

/**
 * Decides the requests one after another, and shows how far it is. When the context's `stop` is aborted, it ends with
 * the instance that is being decided, and tells what was not.
 *
 * @param decide - decides one
 * @param refuse - what a request comes to that Nova's conductor gives up before the scheduler is asked
 */
export async function eachRequest<T>(
  placement: Placement,
  context: Context,
  decide: (built: BuiltRequest, asked: Asked, pace: Pace) => Promise<T>,
  refuse: (error: NovaSchedError, asked: Asked) => T,
): Promise<T[]> {
  const { requests, count } = placement
  const { signal, stop, stderr } = context
  const [only, ...others] = requests
  const isOne = only !== undefined && others.length === 0
  const progress = isOne
    ? progressOf(countOf(only, count), 'instances', context)
    : progressOf(requests.length, 'requests', context)
  const onInstance = isOne ? (before: number) => progress.update(before) : () => {}
  stop?.addEventListener('abort', () => {
    progress.end()
    stderr.write('interrupted: it ends with this instance; Ctrl-C again ends it at once\n')
  })
  const outcomes: T[] = []
  for (const [index, written] of requests.entries()) {
    const position = { number: index + 1, total: requests.length }
    const built = prepared(written, index, placement)
    if (isNovaSchedError(built)) {
      outcomes.push(refuse(built, { instances: countOf(written, count), flavor: null, cell: null, ...position }))
    } else {
      const flavor = built.request.request_spec.instance_type?.name ?? null
      const asked = { instances: instanceCount(built.request), flavor, cell: cellOf(built.request), ...position }
      outcomes.push(await decide(built, asked, { onInstance, signal: stop ?? signal }))
    }
    if (!isOne) progress.update(index + 1)
    // Lets an interrupt through.
    await setImmediate()
    signal?.throwIfAborted()
    if (stop?.aborted === true) break
  }
  progress.end()
  if (outcomes.length < requests.length) stderr.write(`interrupted: ${undoneText(outcomes.length, requests.length)}\n`)
  return outcomes
}

function undoneText(done: number, total: number): string {
  const undone = done + 1 === total ? `request ${total} was` : `requests ${done + 1} to ${total} were`
  return `${done} of ${total} requests ${done === 1 ? 'was' : 'were'} decided, ${undone} not`
}

/** The exit code of a run: that of the worst decision, or 130 where it was stopped. */
export function exitCodeOf(codes: readonly number[], { stop }: Context): number {
  return stop?.aborted === true ? 130 : Math.max(0, ...codes)
}

function cellOf({ filter_properties: { requested_destination: wanted } }: BuiltRequest['request']): string | null {
  const cell = wanted?.['cell']
  return typeof cell === 'string' ? cell : null
}
