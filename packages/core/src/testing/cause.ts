import { isNovaSchedError } from '../errors.ts'

/** The code of what is behind a plugin's fault; the text of any other error. */
export function causeOf(error: unknown): string {
  if (!isNovaSchedError(error)) return String(error)
  const { cause } = error.details as { cause?: { code: string | null; message: string } }
  return error.code === 'PLUGIN_FAULT' ? (cause?.code ?? String(cause?.message)) : error.code
}
