/** One difference between what was expected and what came. */
export interface Mismatch {
  /** Where: the part of `expect`, the host, the round. */
  readonly stage: string
  readonly expected: unknown
  readonly actual: unknown
}

/** Collects differences, the first one first. */
export class Differences {
  readonly found: Mismatch[] = []

  /** Compares plain data, numbers to the last bit; the order of keys does not count. */
  equal(stage: string, actual: unknown, expected: unknown): void {
    if (canonical(actual) !== canonical(expected)) this.found.push({ stage, expected, actual })
  }
}

/** Plain data as a text that is the same whatever the order of keys. */
export function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'number' && !Number.isFinite(item)) return String(item)
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
  }) as string | undefined
  return text ?? 'nothing'
}

/** Differences as text, one a line. */
export function describe(differences: readonly Mismatch[]): string {
  return differences
    .map(({ stage, expected, actual }) => `${stage}: expected ${short(expected)}, got ${short(actual)}`)
    .join('\n    ')
}

/** A value as a text of so many characters at most; texts as they are. */
export function short(value: unknown, width = 300): string {
  const text = typeof value === 'string' ? value : canonical(value)
  return text.length > width ? `${text.slice(0, width)}…` : text
}
