/** Weighers stand side by side in so many columns for each host: loops are written out for these. */
const COLUMNS = [2, 5] as const

/**
 * The least that a decision takes: loops written by hand, with a byte for each verdict, weights that are there, and no
 * memory of the decision before. It decides as the scheduler does, which every run checks.
 */
export interface FloorField {
  /** How many weighers tell hosts apart. */
  readonly weighers: number
  /** From {@link columnsFor}: more than weighers, those beyond add nothing. */
  readonly columns: number
  /** 1 for each host that the filters let pass. */
  readonly verdicts: Uint8Array
  /** Weights before and multipliers after they are normalised: all columns of a host, then those of the next. */
  readonly raws: Float64Array
  readonly multipliers: Float64Array
  readonly extremes: FloorExtremes
  /** The best hosts, the best first, and their totals: as many as one is taken of. */
  readonly best: Int32Array
  readonly totals: Float64Array
}

/** The ends of the weights, by column. */
export interface FloorExtremes {
  readonly mins: Float64Array
  readonly maxes: Float64Array
  /** What weights are divided by: 1 where the ends are equal, which makes 0 of every weight. */
  readonly ranges: Float64Array
  /** Where a release remembers extremes they only widen. */
  readonly remembers: boolean
  /** Ends that weighers declare; NaN where the hosts' weights count. */
  readonly declaredMins: Float64Array
  readonly declaredMaxes: Float64Array
}

/** How many columns so many weighers take. */
export function columnsFor(weighers: number): number {
  return COLUMNS.find((columns) => columns >= weighers) ?? weighers
}

/** Ranks the best hosts of a field into it, the first of equals before the others; -1 where none is left. */
export function rankByFloor(field: FloorField): void {
  for (let column = 0; column < field.weighers; column++) lookAt(field, column)
  field.best.fill(-1)
  field.totals.fill(-Infinity)
  if (field.columns === COLUMNS[0]) rankByTwo(field)
  else if (field.columns === COLUMNS[1]) rankByFive(field)
  else rankByMany(field)
}

/** One pass for the extremes of a weigher, two hosts at a time. */
function lookAt({ verdicts, raws, columns, extremes }: FloorField, column: number): void {
  const { mins, maxes, remembers } = extremes
  let min = remembers ? (mins[column] as number) : Infinity
  let max = remembers ? (maxes[column] as number) : -Infinity
  // Where the number of hosts is odd, the verdict beyond them is none, and no weight is read.
  for (let host = 0, at = column; host < verdicts.length; host += 2, at += 2 * columns) {
    if (verdicts[host] === 1) {
      const weight = raws[at] as number
      if (weight < min) min = weight
      if (weight > max) max = weight
    }
    if (verdicts[host + 1] === 1) {
      const weight = raws[at + columns] as number
      if (weight < min) min = weight
      if (weight > max) max = weight
    }
  }
  setEnds(extremes, column, min, max)
}

function setEnds(extremes: FloorExtremes, column: number, min: number, max: number): void {
  const { mins, maxes, ranges, declaredMins, declaredMaxes } = extremes
  const [least, most] = [declaredMins[column] as number, declaredMaxes[column] as number]
  const [low, high] = [Number.isNaN(least) ? min : least, Number.isNaN(most) ? max : most]
  mins[column] = low
  maxes[column] = high
  ranges[column] = high === low ? 1 : high - low
}

function rankByTwo(field: FloorField): void {
  const { verdicts, raws, multipliers, extremes } = field
  const { mins, ranges } = extremes
  const [min0, min1] = [mins[0] as number, mins[1] as number]
  const [range0, range1] = [ranges[0] as number, ranges[1] as number]
  let bar = -Infinity
  for (let host = 0, at = 0; host < verdicts.length; host++, at += 2) {
    if (verdicts[host] === 0) continue
    const total =
      (multipliers[at] as number) * (((raws[at] as number) - min0) / range0) +
      (multipliers[at + 1] as number) * (((raws[at + 1] as number) - min1) / range1)
    if (total > bar) bar = insert(field, host, total)
  }
}

function rankByFive(field: FloorField): void {
  const { verdicts, raws, multipliers, extremes } = field
  const { mins, ranges } = extremes
  const [min0, min1, min2] = [mins[0] as number, mins[1] as number, mins[2] as number]
  const [min3, min4] = [mins[3] as number, mins[4] as number]
  const [range0, range1, range2] = [ranges[0] as number, ranges[1] as number, ranges[2] as number]
  const [range3, range4] = [ranges[3] as number, ranges[4] as number]
  let bar = -Infinity
  for (let host = 0, at = 0; host < verdicts.length; host++, at += 5) {
    if (verdicts[host] === 0) continue
    const total =
      (multipliers[at] as number) * (((raws[at] as number) - min0) / range0) +
      (multipliers[at + 1] as number) * (((raws[at + 1] as number) - min1) / range1) +
      (multipliers[at + 2] as number) * (((raws[at + 2] as number) - min2) / range2) +
      (multipliers[at + 3] as number) * (((raws[at + 3] as number) - min3) / range3) +
      (multipliers[at + 4] as number) * (((raws[at + 4] as number) - min4) / range4)
    if (total > bar) bar = insert(field, host, total)
  }
}

function rankByMany(field: FloorField): void {
  const { verdicts, raws, multipliers, columns, extremes } = field
  const { mins, ranges } = extremes
  let bar = -Infinity
  for (let host = 0, at = 0; host < verdicts.length; host++, at += columns) {
    if (verdicts[host] === 0) continue
    let total = 0
    for (let column = 0; column < columns; column++) {
      const normalized = ((raws[at + column] as number) - (mins[column] as number)) / (ranges[column] as number)
      total += (multipliers[at + column] as number) * normalized
    }
    if (total > bar) bar = insert(field, host, total)
  }
}

/** Takes a host among the best, and gives the total that the next one must beat. */
function insert({ best, totals }: FloorField, host: number, total: number): number {
  const last = best.length - 1
  let at = last
  for (; at > 0 && total > (totals[at - 1] as number); at--) {
    best[at] = best[at - 1] as number
    totals[at] = totals[at - 1] as number
  }
  best[at] = host
  totals[at] = total
  return totals[last] as number
}
