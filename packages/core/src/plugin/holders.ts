import type { HostTest } from './filter.ts'
import type { Host } from './host.ts'

/** Where a test says of which instances it asks the holders; the same in every copy of the package. */
const HOLDERS_OF = Symbol.for('nova-sched.holdersOf')

/**
 * A test that is asked of the hosts that know one of some instances alone: all others pass. It is fast however many hosts
 * there are.
 *
 * @param instances - their uuids
 */
export function askHolders(instances: readonly string[], test: HostTest): HostTest {
  const isHolder = ({ instances: known }: Host): boolean => {
    // Faster than `in`.
    for (const uuid of instances) if (known[uuid] !== undefined) return true
    return false
  }
  const asked: HostTest = (host) => !isHolder(host) || test(host)
  return Object.assign(asked, { [HOLDERS_OF]: instances })
}

/** The instances whose holders a test is asked of alone; null: it is asked of every host. */
export function holdersOf(test: HostTest): readonly string[] | null {
  return (test as { readonly [HOLDERS_OF]?: readonly string[] })[HOLDERS_OF] ?? null
}
