import type { Contents, Entry, Format, Made } from '../part.ts'
import { pick } from './entry.ts'

/** What Glance keeps of every image; everything else that it shows as text is a property. */
const NO_PROPERTIES = new Set([
  'id',
  'name',
  'status',
  'visibility',
  'checksum',
  'owner',
  'container_format',
  'disk_format',
  'created_at',
  'updated_at',
  'self',
  'file',
  'schema',
  'direct_url',
  'os_hash_algo',
  'os_hash_value',
  'stores',
])

/** Images as Glance's API (version 2) lists and shows them. */
export const images: Format = {
  name: 'images',
  keys: ['images'],
  recognises: (fields) => 'visibility' in fields && 'disk_format' in fields,
  read: (entries): Contents => ({ sections: { images: entries.map(imageOf) } }),
}

function imageOf(entry: Entry): Made {
  const properties = Object.create(null) as Record<string, unknown>
  for (const [field, value] of Object.entries(entry.fields)) {
    if (!NO_PROPERTIES.has(field) && typeof value === 'string')
      properties[entry.place.names?.get(field) ?? field] = value
  }
  return pick(entry, { id: 'id', name: 'name' }, { properties })
}
