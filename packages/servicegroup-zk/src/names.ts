import { NovaSchedError } from '@nova-sched/core/plugin'

/** Longer names are a mistake of somebody; Nova's columns hold 255 letters. */
const LONGEST = 1000

/**
 * The name of a node for a host or topic. A name that ZooKeeper can hold is itself, as Nova writes it; the letters that
 * it cannot (`/`, control letters, private ones, those beyond U+FFFF, `.` and `..` alone) become `%XX`, and so does a
 * `%` that would read as such.
 *
 * @throws VALUE_MALFORMED for a name that is empty, longer than 1000 letters, or half a letter of UTF-16
 */
export function nodeName(name: string): string {
  const wrong = wrongWith(name)
  if (wrong !== null) {
    throw new NovaSchedError('VALUE_MALFORMED', `the zk driver cannot hold a name that ${wrong}`, { name })
  }
  if (name === '.' || name === '..') return name.replaceAll('.', '%2E')
  return Array.from(name.replaceAll(/%(?=[0-9A-F]{2})/g, '%25'), (letter) =>
    isHeld(letter.codePointAt(0) ?? 0) ? letter : encodeURIComponent(letter),
  ).join('')
}

/** The name that a node stands for: the other way round. A node that {@link nodeName} never makes is itself. */
export function nameOf(node: string): string {
  if (!node.includes('%')) return node
  const name = decoded(node)
  return wrongWith(name) === null && nodeName(name) === node ? name : node
}

function decoded(node: string): string {
  try {
    return decodeURIComponent(node.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))
  } catch {
    return node
  }
}

function wrongWith(name: string): string | null {
  if (name === '') return 'is empty'
  if (name.length > LONGEST) return `has more than ${LONGEST} letters`
  return /\p{Surrogate}/u.test(name) ? 'holds half a letter' : null
}

function isHeld(code: number): boolean {
  const isControl = code <= 0x1f || (code >= 0x7f && code <= 0x9f)
  return !isControl && code !== 0x2f && (code < 0xd800 || (code > 0xf8ff && code < 0xfff0))
}
