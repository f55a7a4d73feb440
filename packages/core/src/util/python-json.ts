/** JSON text as Python's `json.dumps` writes it: blanks behind `,` and `:`, and ASCII only. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${pythonJson(key)}: ${pythonJson(item)}`)
    return `{${members.join(', ')}}`
  }
  const text = String(JSON.stringify(value ?? null))
  return text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
