/** Plain data as a text that is the same whatever the order of keys. */
export function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'number' && !Number.isFinite(item)) return String(item)
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
  }) as string | undefined
  return text ?? 'nothing'
}

/** A value as a text of so many characters at most; texts as they are. */
export function short(value: unknown, width = 300): string {
  const text = typeof value === 'string' ? value : canonical(value)
  return text.length > width ? `${text.slice(0, width)}…` : text
}

/** How Python, and so the files of vectors, writes numbers that are not finite. */
export const PYTHON_FLOATS: ReadonlyMap<string, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'inf'],
  ['-Infinity', '-inf'],
])
