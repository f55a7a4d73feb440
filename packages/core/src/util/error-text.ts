/** The message of anything that was thrown; never throws itself. */
export function errorText(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error)
  } catch {
    return 'something was thrown that cannot be shown'
  }
}
