const TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d+))?$/

/**
 * A time of Nova's tables, UTC without a zone. SQLAlchemy writes it into SQLite as text with microseconds; the servers
 * give it as text here.
 *
 * @returns milliseconds since 1970; null for no time, or what is none
 */
export function readTime(text: unknown): number | null {
  const parts = typeof text === 'string' ? TIME.exec(text) : null
  if (parts === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number)
  // MySQL's 0000-00-00 is no time.
  if (month === 0 || day === 0) return null
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
}

/**
 * The text that a time is written by.
 *
 * @param time - milliseconds since 1970
 * @param wholeSeconds - MySQL would round, and put a heartbeat into the future
 */
export function writeTime(time: number, wholeSeconds: boolean): string {
  const [day, clock = ''] = new Date(time).toISOString().slice(0, -1).split('T')
  return `${day} ${wholeSeconds ? clock.slice(0, 8) : `${clock}000`}`
}
