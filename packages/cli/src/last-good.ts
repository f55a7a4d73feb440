import { isNovaSchedError } from '@nova-sched/core'
import type { Context } from './context.ts'
import type { Keep } from './placement.ts'

/**
 * Where a part cannot be made, tells why and goes on with the last one that could be, where that still can.
 *
 * @param good - the last good parts by name, kept between runs
 * @param tell - tells an error
 */
export function lastGood(
  good: Map<string, unknown>,
  { stderr, signal }: Context,
  tell: (error: unknown) => Promise<void>,
): Keep {
  return async <T>(part: string, make: () => Promise<T>, again: (last: T) => Promise<T> = async (last) => last) => {
    try {
      const made = await make()
      signal?.throwIfAborted()
      good.set(part, made)
      return made
    } catch (error) {
      if (!good.has(part) || !isNovaSchedError(error)) throw error
      const last = await again(good.get(part) as T).catch(() => {
        throw error
      })
      await tell(error)
      stderr.write(`watch: goes on with the last good ${part}\n`)
      return last
    }
  }
}
