import type { Contents, Entry, Format, Made } from '../part.ts'
import { mapOf, pick, textOf } from './entry.ts'

const FIELDS = {
  flavorid: 'id',
  name: 'name',
  vcpus: 'vcpus',
  memory_mb: 'ram',
  root_gb: 'disk',
  ephemeral_gb: ['os_flv_ext_data_ephemeral', 'ephemeral'],
  swap: 'swap',
  disabled: ['os_flv_disabled_disabled', 'disabled'],
  extra_specs: ['extra_specs', 'properties'],
} as const

/** `flavors/detail`, and `openstack flavor list --long` and `show`. */
export const flavors: Format = {
  name: 'flavors',
  keys: ['flavors', 'flavor'],
  recognises: (fields) => 'ram' in fields && 'name' in fields,
  read(entries, file): Contents {
    const bare = entries.filter(
      ({ fields }) => fields['extra_specs'] === undefined && fields['properties'] === undefined,
    )
    const message =
      `extra specs are not given for ${bare.length} of ${entries.length} flavors: taken as none. ` +
      'Ask with API 2.61 or later, or openstack flavor list --long'
    return {
      sections: { flavors: entries.map(flavorOf) },
      findings: bare.length === 0 ? [] : [{ level: 'warning', file, message }],
    }
  },
}

function flavorOf(entry: Entry): Made {
  const { fields } = entry
  const specs = mapOf(fields['extra_specs'] ?? fields['properties'])
  const more: Record<string, unknown> = { flavorid: textOf(fields['id']), name: textOf(fields['name']) }
  if (specs !== undefined) more['extra_specs'] = specs
  // The API writes no swap as an empty text.
  if (fields['swap'] === '') more['swap'] = 0
  return pick(entry, FIELDS, more)
}
