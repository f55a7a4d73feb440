import type { Scenario } from '../scenario.ts'
import type { Axis } from './axes.ts'

/** How often a candidate is tried before what there is must do. */
const MOST_TRIALS = 2000

/**
 * Leaves out of a scenario what it can, in large pieces first, until nothing more can go or the trials are used up.
 *
 * @param axes - what can be left out of a scenario
 * @param trial - the candidate as it may be kept, or null where it does not fail as the whole does
 */
export async function reduceScenario(
  scenario: Scenario,
  axes: (scenario: Scenario) => readonly Axis[],
  trial: (candidate: Scenario) => Promise<Scenario | null>,
): Promise<Scenario> {
  let [kept, trials] = [scenario, 0]
  const attempt = async (candidate: Scenario): Promise<boolean> => {
    // An empty line, dropped from an empty text, is not gone.
    if (JSON.stringify(candidate) === JSON.stringify(kept)) return false
    trials += 1
    const failing = trials > MOST_TRIALS ? null : await trial(candidate)
    kept = failing ?? kept
    return failing !== null
  }
  for (let before: Scenario | null = null; before !== kept && trials < MOST_TRIALS;) {
    before = kept
    for (let at = 0; at < axes(kept).length; at += 1) await reduceAxis(() => axes(kept)[at], attempt)
  }
  return kept
}

/** Tries to drop halves, then quarters, down to single elements. */
async function reduceAxis(
  axis: () => Axis | undefined,
  attempt: (candidate: Scenario) => Promise<boolean>,
): Promise<void> {
  for (let piece = axis()?.size ?? 0; piece >= 1; piece = Math.floor(piece / 2)) {
    for (let from = 0; from < (axis()?.size ?? 0);) {
      const now = axis() as Axis
      const dropped = new Set(Array.from({ length: Math.min(piece, now.size - from) }, (_none, at) => from + at))
      if (!(await attempt(now.without(dropped)))) from += piece
    }
  }
}
