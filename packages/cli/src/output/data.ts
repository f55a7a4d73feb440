/**
 * Plain data as JSON, or as YAML when that is asked for; ends with a line end.
 *
 * @param isOneOfMany - other documents follow: JSON takes one line then, and YAML begins with `---`
 */
export async function dataText(value: unknown, format: string, isOneOfMany = false): Promise<string> {
  if (format !== 'yaml') return `${JSON.stringify(value, null, isOneOfMany ? 0 : 2)}\n`
  const { stringify } = await import('yaml')
  const text = stringify(JSON.parse(JSON.stringify(value)), { lineWidth: 0, aliasDuplicateObjects: false })
  return isOneOfMany ? `---\n${text}` : text
}
