import type { Contents, Entry, Format, Made } from '../part.ts'
import { listOf, pick, textOf } from './entry.ts'

const FIELDS = {
  id: 'id',
  name: 'name',
  policies: 'policies',
  policy: 'policy',
  rules: 'rules',
  members: 'members',
} as const

/** One of `os-server-groups` (a list of them is in our form), and `openstack server group list` and `show`. */
export const serverGroups: Format = {
  name: 'server groups',
  keys: ['server_group'],
  recognises: (fields) => 'name' in fields && ('policies' in fields || 'policy' in fields),
  read: (entries): Contents => ({ sections: { server_groups: entries.map(groupOf) } }),
}

function groupOf(entry: Entry): Made {
  const { fields } = entry
  const more: Record<string, unknown> = { id: textOf(fields['id']), name: textOf(fields['name']) }
  if (fields['policies'] !== undefined) more['policies'] = listOf(fields['policies'])
  if (fields['members'] !== undefined) more['members'] = listOf(fields['members'])
  return pick(entry, FIELDS, more)
}
