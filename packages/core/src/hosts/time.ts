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

const ISO_DAY = /^(\d{4})(?:(?:-(\d{1,2})|(\d\d)(?!$))(?:(?:-(\d{1,2})|(\d\d))(?:[ T](.*))?)?)?$/
const ISO_CLOCK = /^(\d\d)(?::?(\d\d))?(?::?(\d{1,2})(?:[.,]\d+)?)?(?:Z|[-+]\d\d:?(?:\d\d)?)?$/

/** Whether a text is a time of ISO 8601 in one of the forms that Python's iso8601 reads: from a year to a fraction. */
export function isIsoTime(text: string | null): boolean {
  const [, year, dashedMonth, month, dashedDay, day, clock] = ISO_DAY.exec(text ?? '') ?? []
  const parts = clock === undefined ? ['', '0'] : ISO_CLOCK.exec(clock)
  if (year === undefined || Number(year) === 0 || parts === null) return false
  const [monthNumber, dayNumber] = [Number(dashedMonth ?? month ?? 1), Number(dashedDay ?? day ?? 1)]
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2] ?? 0), Number(parts[3] ?? 0)]
  const lastDay = new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate()
  const isDay = monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= lastDay
  return isDay && hour < 24 && minute < 60 && second < 60
}
