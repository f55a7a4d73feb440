import type { Decision } from '@nova-sched/core'

/** What a decision was made by. */
export interface Told {
  /** Whose rules were followed. */
  readonly release: string
  /** The release that was asked for. */
  readonly asked: string
  readonly seed: number
}

/** A decision as `dry-run` prints it; `schema/dry-run.schema.json` describes it. */
export function dryRunData(decision: Decision, { release, seed }: Told): Readonly<Record<string, unknown>> {
  const { destinations, error, instances, known, skipped, notes } = decision
  return {
    release,
    seed,
    destinations,
    error,
    instances: instances.map(({ funnel, weighed, chosen, notes: its }) => ({ funnel, weighed, chosen, notes: its })),
    hosts: { known, skipped },
    notes,
  }
}
