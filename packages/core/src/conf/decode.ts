/** The text of a file's bytes, or null when they are not UTF-8. A byte order mark stays, as in Python's `open()`. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
