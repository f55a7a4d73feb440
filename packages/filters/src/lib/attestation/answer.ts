import { dictEntries, dictGet, fault, isDict, parseJson, type Dict, type NovaSchedError } from '@nova-sched/core/plugin'
import { parseVtime } from './vtime.ts'

/** What the attestation service says of a host. */
export interface Statement {
  /** `trusted`, `untrusted` or `unknown`, as a rule; a text equals the level that is asked for, or nothing does. */
  readonly level: unknown
  /** When the host was attested, as the service writes it. */
  readonly vtime: string
  /** The same in milliseconds since 1970; null when it is no time. */
  readonly attestedAt: number | null
}

/** Of an answer, in a message. */
const LONGEST_EXCERPT = 80

/**
 * What an answer says, by the name of the host; of several statements about one host the last one counts.
 *
 * @param text - the body of the answer
 * @returns null when it says nothing of any host: `null`, or `hosts` is missing or null
 * @throws what Nova breaks on: ATTRIBUTE_MISSING when it is no JSON object, KEY_MISSING when a statement is not complete,
 * TYPE_MISMATCH when a part of it is of a wrong type
 */
export function readAnswer(text: string): ReadonlyMap<string, Statement> | null {
  const answer = parsed(text)
  if (answer === null) return null
  if (!isDict(answer)) throw broken('ATTRIBUTE_MISSING', 'no JSON object', text)
  const hosts = dictGet(answer, 'hosts')
  if (hosts === null) return null
  const statements = new Map<string, Statement>()
  for (const each of itemsOf(hosts, text)) {
    if (!isDict(each)) throw broken('TYPE_MISMATCH', 'no list of objects in hosts', text)
    const name = member(each, 'host_name', text)
    const level = member(each, 'trust_lvl', text)
    const vtime = member(each, 'vtime', text)
    if (typeof vtime !== 'string') throw broken('TYPE_MISMATCH', 'a vtime that is no text', text)
    if (typeof name === 'object' && name !== null) throw broken('TYPE_MISMATCH', 'a host_name that is no text', text)
    // Nova keeps names of other types too, but no host is called by them.
    if (typeof name === 'string') statements.set(name, { level, vtime, attestedAt: parseVtime(vtime) })
  }
  return statements
}

/** Nova keeps what is no JSON as text, and breaks on it as on any other value that is no object. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** What Python iterates over: items of a list, keys of an object, characters of a text. */
function itemsOf(hosts: unknown, text: string): readonly unknown[] {
  if (Array.isArray(hosts)) return hosts
  if (typeof hosts === 'string') return [...hosts]
  if (isDict(hosts)) return dictEntries(hosts).map(([key]) => key)
  throw broken('TYPE_MISMATCH', 'no list in hosts', text)
}

function member(statement: Dict, key: string, text: string): unknown {
  if (!Object.hasOwn(statement, key)) throw broken('KEY_MISSING', `a host without ${key}`, text)
  return dictGet(statement, key)
}

function broken(
  code: 'ATTRIBUTE_MISSING' | 'KEY_MISSING' | 'TYPE_MISMATCH',
  what: string,
  text: string,
): NovaSchedError {
  const excerpt = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text
  const message = `the attestation service answered with ${what}: ${JSON.stringify(excerpt)}. It must answer {"hosts": [{"host_name", "trust_lvl", "vtime"}]}`
  return fault(code, message, { excerpt })
}
