import { describeFinding, type ErrorCode, type Finding, NovaSchedError } from '../errors.ts'

/** Findings that a message lists; all of them stand in the details. */
const MOST_LISTED = 20

/** One error for all that is wrong with a configuration. `details.findings` has everything as data. */
export function invalidConf(code: ErrorCode, findings: readonly Finding[]): NovaSchedError {
  const lines = findings.slice(0, MOST_LISTED).map(describeFinding)
  if (findings.length > MOST_LISTED) lines.push(`and ${findings.length - MOST_LISTED} more`)
  const message =
    lines.length === 1
      ? (lines[0] as string)
      : [`${findings.length} errors in the configuration:`, ...lines].join('\n  ')
  return new NovaSchedError(code, message, { findings })
}
