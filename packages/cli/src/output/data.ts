/** Plain data as JSON, or as YAML when that is asked for; ends with a line end. */
export async function dataText(value: unknown, format: string): Promise<string> {
  if (format !== 'yaml') return `${JSON.stringify(value, null, 2)}\n`
  const { stringify } = await import('yaml')
  return stringify(JSON.parse(JSON.stringify(value)), { lineWidth: 0, aliasDuplicateObjects: false })
}
