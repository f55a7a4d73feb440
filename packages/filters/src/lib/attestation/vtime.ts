const ISO =
  /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|(\d\d)(\d\d))(?:[ T](\d\d)(?::?(\d\d))?(?::?(\d{1,2})(?:[.,](\d+))?)?(Z|[+-]\d\d:?(?:\d\d)?)?)?$/
/** As `Tue Jan  5 10:02:03 2016`: what the C locale writes. */
const C_LOCALE = /^(?:sun|mon|tue|wed|thu|fri|sat)\s+([a-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{1,2}):(\d{1,2})\s+(\d{4})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MINUTES_A_DAY = 24 * 60

/**
 * The time at which a host was attested, in milliseconds since 1970: ISO 8601, else the C locale's form. Without a time
 * zone it is UTC, as Nova means it. A year, or a year and a month, alone are no time.
 *
 * @returns null when the text is no time
 */
export function parseVtime(text: string): number | null {
  const iso = ISO.exec(text)
  return iso === null ? parseCLocale(text) : parseIso(iso)
}

function parseIso(found: RegExpExecArray): number | null {
  const [, year, dashedMonth, dashedDay, month, day, hour = '0', minute = '0', second = '0', fraction, zone] = found
  const time = utc([year, dashedMonth ?? month, dashedDay ?? day, hour, minute, second].map(Number))
  const offset = offsetMinutes(zone)
  if (time === null || Math.abs(offset) >= MINUTES_A_DAY) return null
  return time + (fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000)) - offset * 60_000
}

function parseCLocale(text: string): number | null {
  const [, month = '', day, hour, minute, second, year] = C_LOCALE.exec(text) ?? []
  return utc([year, MONTHS.indexOf(month.toLowerCase()) + 1, day, hour, minute, second].map(Number))
}

/** Year, month from 1, day, hour, minute and second; null when there is no such time. */
function utc(parts: readonly number[]): number | null {
  const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN] = parts
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isSame =
    time.getUTCFullYear() === year &&
    time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === day &&
    time.getUTCHours() === hour &&
    time.getUTCMinutes() === minute &&
    time.getUTCSeconds() === second
  return isSame ? time.getTime() : null
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', ''))
  return zone.startsWith('-') ? -minutes : minutes
}
