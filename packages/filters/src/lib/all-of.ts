import type { HostTest } from '@nova-sched/core/plugin'

/** Says what the first test says that does not let a host pass. */
export function allOf(tests: readonly HostTest[]): HostTest {
  const [only] = tests
  if (only !== undefined && tests.length === 1) return only
  return (host) => {
    for (const test of tests) {
      const verdict = test(host)
      if (verdict !== true) return verdict
    }
    return true
  }
}
