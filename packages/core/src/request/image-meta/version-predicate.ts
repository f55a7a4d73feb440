/** Python's `\s` in a text. */
const BLANK = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const NO_BLANK = BLANK.replace('[', '[^,')
const COMPARISON = new RegExp(`^${BLANK}*(?:<=|>=|<|>|!=|==)${BLANK}*(${NO_BLANK}+)${BLANK}*$`)
const STRICT_VERSION = /^\d+\.\d+(?:\.\d+)?(?:[ab]\d+)?$/

/**
 * Whether a text is a predicate on versions in the grammar of distutils: comparisons separated by commas, each with one
 * version of two or three numbers and perhaps a pre-release (`>=2.1,<3.0a1`).
 */
export function isStrictPredicate(text: string): boolean {
  // Nova puts the text between parentheses and reads the first line of that: what follows `)` and a line end is not read.
  const inner = new RegExp(`^\\((.*)\\)${BLANK}*$`, 's').exec(`(${text})`.split('\n', 1)[0] ?? '')?.[1]
  return inner?.split(',').every((part) => STRICT_VERSION.test(COMPARISON.exec(part)?.[1] ?? '')) ?? false
}
