import { fault } from '@nova-sched/core/plugin'

/**
 * A hypervisor version as Nova stores it, one number in groups of 1000, in dotted form: 1002003 is `1.2.3`, 3 is `3`.
 *
 * @throws TYPE_MISMATCH for 0, on which Nova breaks (it does not ask then); VALUE_MALFORMED for what is no whole number
 * above 0
 */
export function hypervisorVersionText(version: number): string {
  if (version === 0) throw fault('TYPE_MISMATCH', 'the hypervisor version 0 has no dotted form', { version })
  if (!Number.isSafeInteger(version) || version < 0) {
    throw fault('VALUE_MALFORMED', `the hypervisor version ${version} is not a whole number above 0`, { version })
  }
  const groups: number[] = []
  for (let rest = version; rest > 0; rest = Math.floor(rest / 1000)) groups.unshift(rest % 1000)
  return groups.join('.')
}
