import type { CheckOptions, ConfReport } from './check-conf.ts'

export type { CheckOptions, ConfReport } from './check-conf.ts'
export { CONF_CHECKS } from './codes.ts'
export type { CheckCode } from './codes.ts'
export type { CheckFinding } from './finding.ts'

/**
 * Everything that is wrong or odd about a configuration, at once: with file, line, why it matters and what to write. What
 * is wrong in one place does not keep the rest from being checked.
 *
 * @throws RELEASE_UNKNOWN when the release that was asked for is none; USAGE when nothing bears a name of `without`
 */
export async function checkConf(options: CheckOptions): Promise<ConfReport> {
  // Loaded when it is needed: most commands check nothing.
  const checks = await import('./check-conf.ts')
  return checks.checkConf(options)
}
