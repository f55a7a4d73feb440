import type { Decision, Scheduler } from '@nova-sched/core'
import { stateOf } from './host-state.ts'
import { placeName } from './compare-decision.ts'
import type { FlowDifferences } from './stages.ts'

/** A decision, and the hosts as it left them. */
export interface Outcome {
  readonly decision: Decision
  readonly scheduler: Scheduler
}

/** Compares a decision by remembered answers with one for which every plugin was asked anew. */
export function compareRemembered(
  request: number,
  asked: Outcome,
  remembered: Outcome,
  differences: FlowDifferences,
): void {
  const [wanted, got] = [told(asked), told(remembered)]
  for (const part of Object.keys(wanted) as (keyof typeof wanted)[]) {
    differences.equal({ stage: 'remembered', request, part }, got[part], wanted[part])
  }
}

function told({ decision, scheduler }: Outcome) {
  const { destinations, error, instances, alternates, skipped, notes } = decision
  return {
    destinations,
    error,
    instances: instances.map(({ funnel, weighed, chosen, reasons, notes: its }) => [
      funnel,
      weighed,
      chosen,
      reasons,
      its,
    ]),
    alternates: alternates?.weighed ?? null,
    skipped,
    notes,
    hosts: scheduler.hosts().map((host) => [placeName(host), stateOf(host)]),
  }
}
