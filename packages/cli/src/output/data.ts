import { stringify } from 'yaml'

/** Plain data as JSON, or as YAML when that is asked for; ends with a line end. */
export function dataText(value: unknown, format: string): string {
  if (format !== 'yaml') return `${JSON.stringify(value, null, 2)}\n`
  return stringify(JSON.parse(JSON.stringify(value)), { lineWidth: 0, aliasDuplicateObjects: false })
}
