/** Everything that is wrong or odd about a configuration, at once. */
export { checkConf } from './check-conf.ts'
export type { CheckOptions, ConfReport } from './check-conf.ts'
export { CONF_CHECKS } from './codes.ts'
export type { CheckCode } from './codes.ts'
export type { CheckFinding } from './finding.ts'
