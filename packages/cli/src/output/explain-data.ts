import type { Explanation } from '@nova-sched/core'
import type { Told } from './dry-run-data.ts'

/** An explanation as `explain` prints it; `schema/explain.schema.json` describes it. */
export function explainData(
  explanation: Explanation,
  { release, seed }: Pick<Told, 'release' | 'seed'>,
): Readonly<Record<string, unknown>> {
  return { release, seed, ...explanation }
}
