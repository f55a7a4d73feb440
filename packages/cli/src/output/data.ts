/**
 * Plain data as JSON, or as YAML when that is asked for; ends with a line end. Numbers that JSON has no form for are
 * texts: `NaN`, `Infinity`, `-Infinity`.
 *
 * @param isOneOfMany - other documents follow: JSON takes one line then, and YAML begins with `---`
 */
export async function dataText(value: unknown, format: string, isOneOfMany = false): Promise<string> {
  if (format !== 'yaml') return `${JSON.stringify(value, writable, isOneOfMany ? 0 : 2)}\n`
  const { stringify } = await import('yaml')
  const text = stringify(JSON.parse(JSON.stringify(value, writable)), { lineWidth: 0, aliasDuplicateObjects: false })
  return isOneOfMany ? `---\n${text}` : text
}

function writable(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
