import { Decider } from './decider.ts'
import { changedCloud, changedRequest, changeText, type Changed } from './explain/change.ts'
import { explainDecision } from './explain/explain.ts'
import type { Explanation, ExplainOptions, NodeName } from './explain/explanation.ts'
import { Witness } from './explain/witness.ts'
import type { FilterAtWork } from './filter/filter-at-work.ts'
import { nodeKey, type Cloud } from './hosts/cloud.ts'
import type { HostStates } from './hosts/host-states.ts'
import { nodenameOf } from './hosts/node-record.ts'
import type { Change } from './plugin/change.ts'
import type { Filter } from './plugin/filter.ts'
import type { Host } from './plugin/host.ts'
import type { NovaRequest } from './request/nova-request.ts'
import { inTree } from './registry/find.ts'
import { IN_TREE_PLUGINS } from './releases.ts'
import type { Entry } from './conf/index.ts'
import { setUp, type SetUp, type SetUpOptions } from './set-up.ts'
import { SILENT_LOG } from './util/log.ts'
import { seededRng } from './util/rng.ts'

/** A scheduler's own parts, whose decision is to be explained. */
export interface ExplainerParts {
  readonly options: SetUpOptions
  readonly setUp: SetUp
  readonly cloud: Cloud
  readonly states: HostStates
  readonly decider: Decider
}

/**
 * Decides a request, and explains one of its instances. What is tried on the way leaves nothing behind.
 *
 * @throws USAGE when there is no such instance or host; what is wrong with the request itself
 */
export async function explainWith(
  parts: ExplainerParts,
  request: NovaRequest,
  options: ExplainOptions,
): Promise<Explanation> {
  const { setUp: made, cloud, decider } = parts
  const trials = new Trials(parts, request)
  const witness = new Witness({ top: options.top ?? 10 })
  const decision = await decider.decide(request, witness)
  return explainDecision(
    {
      decision,
      witness,
      requested: request.request_spec.num_instances ?? 0,
      known: Array.from(cloud.nodes(), (record) => ({ host: record.host, nodename: nodenameOf(record) })),
      filters: made.filters,
      weighers: made.weighers,
      driver: made.driverName,
      subsetSize: made.subsetSize,
      maxAttempts: parts.options.conf.core.max_attempts,
      log: made.log,
      otherFilters: () => inTreeFilters(parts.options),
      claim: (host, claimed) => made.hostManager.claim(host, claimed),
      readSkipped: (place) => trials.readSkipped(place),
      tryChange: (place, change, until) => trials.tryChange(place, change, until),
      changeText: (place, change, filter) => trials.textOf(place, change, filter),
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

/** Decides a request again as it was, except for one change, on copies of what the scheduler stood on. */
class Trials {
  readonly #parts: ExplainerParts
  readonly #request: NovaRequest
  readonly #cloud: Cloud
  readonly #states: HostStates

  constructor(parts: ExplainerParts, request: NovaRequest) {
    this.#parts = parts
    this.#request = request
    this.#cloud = parts.cloud.fork()
    this.#states = parts.states.fork(parts.setUp.hostManager)
  }

  async tryChange(place: NodeName, change: Change, until: number): Promise<Witness> {
    const { options } = this.#parts
    const conf = this.#changedConf(change)
    const made = await setUp({ ...options, conf, log: SILENT_LOG })
    const changed = this.#changed(place)
    const cloud = this.#cloud.fork()
    for (const each of changedCloud(change, changed)) cloud.apply(each)
    const states = this.#states.fork(made.hostManager)
    const { signal } = new AbortController()
    const witness = new Witness({ top: 0 }, until)
    await new Decider({ setUp: made, cloud, states, rng: seededRng(0), signal }).decide(
      changedRequest(change, changed),
      witness,
    )
    return witness
  }

  textOf(place: NodeName, change: Change, filter: FilterAtWork | null): string {
    if (change.kind !== 'option' || filter === null) return changeText(change, this.#changed(place))
    const { conf } = this.#parts.options
    const { options = {} } = filter.definition
    const entry = this.#changedConf(change).entryOf(options, change.option)
    const now = conf.entryOf(options, change.option)
    if (entry === null || now === null) return change.option
    const shown = ({ value }: Entry): string => String(value) || '(empty)'
    return `[${entry.group}] ${entry.name} = ${shown(entry)} (now ${shown(now)})`
  }

  /** A host that no filter saw, with a service: an enabled one where it has none. */
  readSkipped({ host, nodename }: NodeName): Host | null {
    const record = [...this.#cloud.nodes()].find(
      (node) => nodeKey(node.host, nodenameOf(node)) === nodeKey(host, nodename),
    )
    if (record === undefined) return null
    try {
      const { service, aggregates, instances } = this.#cloud.knowledgeOf(host)
      const known = { service: service ?? { disabled: false, disabledReason: null, up: false }, aggregates, instances }
      const fields = record as unknown as Readonly<Record<string, unknown>>
      return this.#parts.setUp.hostManager.refresh({ record: fields, known, previous: null })
    } catch {
      return null
    }
  }

  #changedConf(change: Change): SetUpOptions['conf'] {
    const { options, setUp: made } = this.#parts
    if (change.kind !== 'option') return options.conf
    const owner = made.filters.find(({ definition }) => Object.hasOwn(definition.options ?? {}, change.option))
    return owner === undefined
      ? options.conf
      : options.conf.withValue(owner.definition.options ?? {}, change.option, change.value)
  }

  #changed(place: NodeName): Changed {
    const { aggregates, service } = this.#cloud.knowledgeOf(place.host)
    const { default_schedule_zone: defaultZone } = this.#parts.options.conf.core
    return { place, aggregates, service, request: this.#request, defaultZone }
  }
}
