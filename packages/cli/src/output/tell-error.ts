import { ERROR_CODES, isNovaSchedError, type NovaSchedError } from '@nova-sched/core'
import type { Context } from '../context.ts'
import { printable } from './table.ts'

/**
 * Tells an error on standard error.
 *
 * @returns the exit code that it stands for
 */
export function tellError(error: unknown, { stderr }: Pick<Context, 'stderr'>, verbose: boolean): number {
  if (!isNovaSchedError(error)) {
    const message = error instanceof Error ? error.message : String(error)
    stderr.write(`error: something is wrong with nova-sched itself: ${message}\n`)
    if (verbose && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`)
    return 3
  }
  for (const line of error.message.split('\n')) stderr.write(`error: ${printable(line)}\n`)
  if (verbose) stderr.write(causes(error))
  return ERROR_CODES[error.code].exit
}

function causes(error: NovaSchedError): string {
  return error.cause instanceof Error ? `cause: ${error.cause.message}\n` : ''
}
