import type { Converted } from './types.ts'

/** What a name stands for: its text, an error, or undefined for a name that nobody knows. */
export type Resolve = (name: string) => Converted<string> | undefined

/** Longest text that a substitution may grow to, in characters. */
const LONGEST = 1_000_000

const REFERENCE = /\$(?:\$|([_a-z][._a-z0-9]*)|\{([_a-z][._a-z0-9]*)\})/gi

/**
 * Replaces `$name` and `${name}` in a text by what they stand for, and `$$` and `\$` by a dollar sign, as oslo.config
 * does. A dollar sign that no name follows stays.
 *
 * @param dotted - names may hold a dot (`$group.name`), as from Mitaka on. Without it a dot ends the name, and a name
 * with a dot counts only where the text would mean nothing otherwise
 */
export function substitute(text: string, resolve: Resolve, dotted: boolean): Converted<string> {
  const template = text.replaceAll('\\$', '$$$$')
  let result = ''
  let end = 0
  for (const match of template.matchAll(REFERENCE)) {
    const replaced = expand(match, resolve, dotted)
    if (!replaced.ok) return replaced
    result += template.slice(end, match.index) + replaced.value
    end = match.index + match[0].length
    if (result.length > LONGEST) return { ok: false, message: 'grows too long when the names in it are replaced' }
  }
  return { ok: true, value: result + template.slice(end) }
}

function expand([whole, bare, braced]: RegExpExecArray, resolve: Resolve, dotted: boolean): Converted<string> {
  const name = bare ?? braced
  if (name === undefined) return { ok: true, value: '$' }
  const dot = name.indexOf('.')
  if (dotted || dot < 0) return resolve(name) ?? unknown(name)
  if (bare === undefined) return resolve(name) ?? { ok: true, value: whole }
  const head = resolve(name.slice(0, dot))
  if (head === undefined) return resolve(name) ?? unknown(name.slice(0, dot))
  return head.ok ? { ok: true, value: head.value + name.slice(dot) } : head
}

function unknown(name: string): Converted<string> {
  const dot = name.indexOf('.')
  const cut = dot < 0 ? '' : `, or \${${name.slice(0, dot)}}${name.slice(dot)} for text behind the name`
  return {
    ok: false,
    message: `refers to $${name}, which is no option and stands in no file; write $$ for a dollar sign${cut}`,
  }
}
