/** A value that ends in what looks like a comment, taken apart. */
export interface InlineComment {
  readonly before: string
  readonly comment: string
}

/** Takes a value apart that somebody wrote a comment behind, or gives null. oslo.config knows no such comments. */
export function inlineComment(value: string): InlineComment | null {
  const start = value.search(/\s[#;]/)
  if (start < 0) return null
  return { before: value.slice(0, start).trimEnd(), comment: value.slice(start).trim() }
}
