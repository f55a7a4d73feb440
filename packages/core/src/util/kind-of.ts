/** What a value is, to be told to whoever gave it. */
export function kindOf(value: unknown): string {
  if (value instanceof Promise) return 'a promise'
  return value === null ? 'null' : typeof value
}
