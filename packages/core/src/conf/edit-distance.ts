/**
 * How many letters must be put in, taken out, changed, or swapped with their neighbour to make one word of another;
 * anything above `limit` is given as `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const changed = (last[column - 1] as number) + (same ? 0 : 1)
      const moved = Math.min(last[column] as number, current[column - 1] as number) + 1
      current.push(Math.min(changed, moved, swapped ? (beforeLast[column - 2] as number) + 1 : Infinity))
    }
    beforeLast = last
    last = current
  }
  return Math.min(last[b.length] as number, limit + 1)
}
