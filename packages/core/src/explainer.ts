import type { Decider } from './decider.ts'
import { explainDecision } from './explain/explain.ts'
import type { Explanation, ExplainOptions } from './explain/explanation.ts'
import { Witness } from './explain/witness.ts'
import { nodenameOf } from './hosts/node-record.ts'
import type { Filter } from './plugin/filter.ts'
import { inTree } from './registry/find.ts'
import { IN_TREE_PLUGINS } from './releases.ts'
import { instanceCount, type NovaRequest } from './request/nova-request.ts'
import type { SetUpOptions } from './set-up.ts'
import { Trials, type Ground } from './trials.ts'

/**
 * Decides a request, and explains one of its instances. What is tried on the way leaves nothing behind.
 *
 * @throws USAGE when there is no such instance or host; what is wrong with the request itself
 */
export async function explainWith(
  decider: Decider,
  ground: Ground,
  request: NovaRequest,
  options: ExplainOptions,
): Promise<Explanation> {
  const { setUp: made, cloud, signal } = ground
  const { conf } = ground.options
  const trials = new Trials(ground, request)
  const witness = new Witness({ top: options.top ?? 10, instance: options.instance, signal: options.signal })
  const decision = await decider.decide(request, witness)
  return explainDecision(
    {
      decision,
      witness,
      requested: instanceCount(request),
      known: Array.from(cloud.nodes(), (record) => ({ host: record.host, nodename: nodenameOf(record) })),
      filters: made.filters,
      weighers: made.weighers,
      rules: made.rules,
      driver: made.driverName,
      unchecked: made.unchecked,
      selection: made.selection,
      attempts: { option: conf.writtenName('max_attempts'), max: conf.core.max_attempts },
      log: made.log,
      signal,
      otherFilters: () => inTreeFilters(ground.options),
      claim: (host, claimed, limits) => made.hostManager.claim(host, claimed, limits),
      readSkipped: (node) => trials.readSkipped(node),
      readEnabled: (node) => trials.readEnabled(node),
      tryChange: (proposal, until) => trials.tryChange(proposal, until),
      changeText: (proposal) => trials.textOf(proposal),
    },
    options,
  )
}

async function inTreeFilters({ conf, resolveFrom = [] }: SetUpOptions): Promise<readonly Filter[]> {
  const sources = {
    builtins: [],
    inTree: IN_TREE_PLUGINS[conf.release],
    resolveFrom: [...resolveFrom, import.meta.dirname],
  }
  const loaded = await inTree('@nova-sched/filters', 'filter', sources)
  return loaded.map(({ plugin }) => plugin as Filter)
}
