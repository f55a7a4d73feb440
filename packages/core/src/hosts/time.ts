/**
 * A timestamp of Nova's tables or API as milliseconds since 1970. Without a time zone it is UTC, as Nova means it.
 *
 * @returns null when there is none, NaN when the text is no time
 */
export function parseTimestamp(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null
  const iso = text.trim().replace(' ', 'T')
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`)
}
