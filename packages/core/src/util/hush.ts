/** Lets a promise that nobody waits for come to nothing: rejected, it would end the process. */
export function hush(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {})
}
