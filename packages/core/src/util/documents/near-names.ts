/**
 * How many single changes (a letter added, left out, replaced, or swapped with its neighbour) lead from one text to
 * another.
 */
export function editDistance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) best = Math.min(best, (before[column - 2] ?? 0) + 1)
      current.push(best)
    }
    before = last
    last = current
  }
  return last[to.length] ?? 0
}

/** The name without letter case and word separators: `memoryMb`, `memory-mb` and `MEMORY_MB` are one. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** A field's name without its unit: `memory_gb` and `memory` are `memory_mb` with a wrong unit or none. */
function withoutUnit(name: string): string {
  return bare(name).replace(/([kmgt]i?b|bytes)$/, '')
}

/** Short names differ by chance: one change is a slip in a name of up to eight letters, two in a longer one. */
function allowedChanges(name: string, other: string): number {
  const length = Math.min(name.length, other.length)
  return length < 4 ? 0 : length < 9 ? 1 : 2
}

/** Changes between two names; infinitely many when they are more than a slip of the pen. */
function slips(name: string, other: string): number {
  const allowed = allowedChanges(name, other)
  // Every letter more or less is a change: names of very different lengths need no comparing.
  if (Math.abs(name.length - other.length) > allowed) return Number.POSITIVE_INFINITY
  const changes = editDistance(name, other)
  return changes <= allowed ? changes : Number.POSITIVE_INFINITY
}

/**
 * The candidate that a name was probably meant to be: equal but for letter case, separators or unit, or a slip of the
 * pen away. Undefined when there is none; a name that is a candidate is not asked for.
 */
export function nearName(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    if (bare(name) === bare(candidate)) return candidate
    const sameWords = withoutUnit(name) === withoutUnit(candidate) && withoutUnit(name) !== ''
    const changes = sameWords ? 1 : slips(bare(name), bare(candidate))
    if (changes < fewest) [nearest, fewest] = [candidate, changes]
  }
  return nearest
}

/** `, did you mean X?`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = nearName(name, candidates)
  return near === undefined ? '' : `, did you mean ${near}?`
}
