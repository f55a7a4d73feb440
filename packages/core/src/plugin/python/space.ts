/** White space as Python's text knows it, for a class of a pattern: unlike JavaScript's, with U+001C to U+001F and U+0085, without U+FEFF. */
export const SPACES = '\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
const RUN = new RegExp(`[${SPACES}]+`)
const LEADING = new RegExp(`^[${SPACES}]+`)
/** Most texts: told at a glance, without the long list. */
const BARE_ENDS = /^[!-~](?:.*[!-~])?$/s
const ONE = new RegExp(`[${SPACES}]`)

/** The words of a text, as Python's `text.split()` gives them: no empty ones. */
export function splitWords(text: string): string[] {
  return text.split(RUN).filter((word) => word !== '')
}

/** The text without the white space at its ends, as Python's `text.strip()`. */
export function stripSpace(text: string): string {
  if (BARE_ENDS.test(text)) return text
  let end = text.length
  while (end > 0 && ONE.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(LEADING, '')
}
