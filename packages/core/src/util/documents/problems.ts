import { describeFinding, isNovaSchedError, NovaSchedError } from '../../errors.ts'
import type { ErrorCode, Finding } from '../../errors.ts'

/** A finding that is an error, with the code it has when it is the only one. */
export interface Problem extends Finding {
  readonly level: 'error'
  readonly code: ErrorCode
}

/** Errors that one message lists; the rest is counted. */
const MOST_LISTED = 50

/** An error that was thrown while a file was read, as one problem among others. Other errors are thrown on. */
export function asProblem(error: unknown, file: string): Problem {
  if (!isNovaSchedError(error)) throw error
  const prefix = `${file}: `
  const message = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message
  return { level: 'error', code: error.code, file, message }
}

/**
 * All problems as one error. It has the code of the first; `details.findings` holds them all.
 *
 * @param subject - what they were found in, such as "the inventory"
 */
export function errorOf(problems: readonly Problem[], subject: string): NovaSchedError {
  const [first] = problems
  const lines = problems.slice(0, MOST_LISTED).map((problem) => `  ${describeFinding(problem)}`)
  if (problems.length > MOST_LISTED) lines.push(`  and ${problems.length - MOST_LISTED} more`)
  const single = problems.length === 1 && first !== undefined
  const message = single ? describeFinding(first) : `${problems.length} errors in ${subject}:\n${lines.join('\n')}`
  const findings: Finding[] = problems.map(withoutCode)
  const place = single ? { file: first.file, line: first.line, path: first.path } : {}
  return new NovaSchedError(first?.code ?? 'FILE_INVALID', message, { ...place, findings })
}

function withoutCode(problem: Problem): Finding {
  return Object.fromEntries(Object.entries(problem).filter(([name]) => name !== 'code')) as unknown as Finding
}
