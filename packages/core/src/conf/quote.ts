import { isSecretName, maskValue } from './mask.ts'

const LONGEST = 80

/** A text from a file as messages show it: on one line, cut when long, without control characters, in quotes. */
export function quote(text: string): string {
  return `"${oneLine(text)}"`
}

/** The same without the quotes around it, for names. */
export function oneLine(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  const escaped = JSON.stringify(cut).slice(1, -1)
  return escaped.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** A line of nova.conf that is not understood, as messages show it: it may hold a secret. */
export function quoteLine(line: string): string {
  return quote(isSecretName(line) ? '***' : maskValue(line, false))
}
