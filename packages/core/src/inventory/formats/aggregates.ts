import type { Contents, Entry, Format, Made } from '../part.ts'
import { isRecord, listOf, mapOf, pick, textOf } from './entry.ts'

/** `os-aggregates`, and `openstack aggregate list` and `show`. */
export const aggregates: Format = {
  name: 'aggregates',
  keys: ['aggregates', 'aggregate'],
  recognises: (fields) => 'name' in fields && 'availability_zone' in fields && !('binary' in fields),
  read(entries, file): Contents {
    const present = entries.filter(({ fields }) => fields['deleted'] !== true && fields['is_deleted'] !== true)
    const hostless = present.filter(({ fields }) => fields['hosts'] === undefined).length
    const message =
      `hosts are not given for ${hostless} of ${present.length} aggregates: taken as none. ` +
      'Ask os-aggregates, or openstack aggregate show for each'
    return {
      sections: { aggregates: present.map(aggregateOf) },
      findings: hostless === 0 ? [] : [{ level: 'warning', file, message }],
    }
  },
}

function aggregateOf(entry: Entry): Made {
  const { fields } = entry
  const zone = fields['availability_zone']
  const given = mapOf(fields['metadata'] ?? fields['properties'] ?? {})
  const metadata = isRecord(given) ? { ...given } : given
  // Lists show the zone beside the metadata that it is a part of.
  if (isRecord(metadata) && typeof zone === 'string' && zone !== '' && !Object.hasOwn(metadata, 'availability_zone')) {
    Object.assign(metadata, { availability_zone: zone })
  }
  const more: Record<string, unknown> = { name: textOf(fields['name']), metadata }
  if (fields['hosts'] !== undefined) more['hosts'] = listOf(fields['hosts'])
  return pick(entry, { id: 'id', name: 'name', hosts: 'hosts', metadata: ['metadata', 'properties'] }, more)
}
