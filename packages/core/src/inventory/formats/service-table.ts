import type { Entry } from '../part.ts'
import type { Problem } from '../../util/documents/problems.ts'
import { entryOf } from './entry.ts'

const HEAD = /^\s*Binary\s+Host\s+Zone\s+Status\s+State\s+Updated_At\s*$/
const ROW =
  /^\s*(?<binary>\S+)\s+(?<host>\S+)\s+(?<zone>\S.*?)\s+(?<status>enabled|disabled)\s+(?<state>:-\)|XXX)\s+(?<updated>None|\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?)\s*$/

/** A row is short: longer lines are none, and would take long to compare. */
const LONGEST_ROW = 1000

/** What stands around a table that was copied from a terminal. */
const PROMPT = /^\s*(\[?\S+@.*|\S*)[#$>](\s.*)?$/

/** Whether a text is what `nova-manage service list` prints. */
export function looksLikeServiceTable(text: string): boolean {
  return text.split('\n').some((line) => HEAD.test(line))
}

/** The services of such a table; what stands before its head is left out. */
export function serviceTable(text: string, file: string): { readonly entries: Entry[]; readonly problems: Problem[] } {
  const entries: Entry[] = []
  const problems: Problem[] = []
  let inside = false
  for (const [index, line] of text.split('\n').entries()) {
    const isHead = HEAD.test(line)
    const isShort = line.length <= LONGEST_ROW
    const row = inside && !isHead && isShort ? ROW.exec(line)?.groups : undefined
    if (row !== undefined) entries.push(entryOf(recordOf(row), [], index + 1))
    else if (inside && !isHead && line.trim() !== '' && !(isShort && PROMPT.test(line))) {
      const message = 'this line is no row of the table: binary, host, zone, status, state, time'
      problems.push({ level: 'error', code: 'INVENTORY_INVALID', file, line: index + 1, message })
    }
    inside ||= isHead
  }
  return { entries, problems }
}

function recordOf({
  binary,
  host,
  zone,
  status,
  state,
  updated,
}: Readonly<Record<string, string>>): Record<string, unknown> {
  const updatedAt = updated === 'None' ? null : updated?.replace(' ', 'T')
  return { binary, host, zone, status, state, updated_at: updatedAt }
}
