import type { Dice } from './dice.ts'

/** Free-form data of a scenario that is being made. */
export type Values = Record<string, unknown>

/** A compute node, in the names of the vectors. */
export interface HostDraft extends Values {
  host: string
  nodename: string
  instances: { uuid: string; project_id: string; instance_type_id: number }[]
  stats: Record<string, string | null> | null
}

/** A host aggregate. */
export interface AggregateDraft extends Values {
  id: number
  name: string
  hosts: string[]
  metadata: Record<string, string>
}

/** A request, in the names of the vectors. */
export interface RequestDraft extends Values {
  request_spec: {
    num_instances: number
    instance_properties: Values & { uuid: string; project_id: string }
    instance_type: Values & { name: string; extra_specs?: Record<string, string> | null }
    image: (Values & { id: string; properties: Record<string, unknown> }) | null
  }
  filter_properties: Values & { scheduler_hints: Record<string, unknown> | null }
  instance_uuids: string[] | null
}

/** A scenario that topics work on, one after the other. */
export interface Draft {
  readonly dice: Dice
  readonly release: 'kilo' | 'zed'
  readonly hosts: HostDraft[]
  readonly aggregates: AggregateDraft[]
  readonly requests: RequestDraft[]
  /** Enabled filters; empty: those that the release enables itself. */
  readonly filters: string[]
  /** Options by group; Zed's names. */
  readonly options: Map<string, Map<string, string>>
}

/** Something that scenarios are about: it changes hosts, aggregates, requests, filters and options. */
export type Topic = (draft: Draft) => void

/** Sets an option of nova.conf. */
export function setOption({ options }: Draft, group: string, name: string, value: string | number | boolean): void {
  const known = options.get(group) ?? new Map<string, string>()
  const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)
  options.set(group, known.set(name, text))
}

/** Enables filters, nearly always: what they would say is compared, and now and then what comes without them. */
export function enable({ filters, dice }: Draft, ...names: readonly string[]): void {
  for (const name of names) if (dice.chance(0.95)) filters.push(name)
}

/** Puts metadata on aggregates, with some hosts of the cloud; makes the aggregates that are wanting. */
export function tagAggregates(
  draft: Draft,
  tagsOf: (aggregate: AggregateDraft) => Readonly<Record<string, string>>,
  most = 3,
): void {
  const { aggregates, dice, hosts } = draft
  const wanted = dice.int(1, most)
  const names = [...new Set(hosts.map(({ host }) => host))]
  while (aggregates.length < wanted) {
    const id = aggregates.length + 1
    aggregates.push({ id, name: `aggregate${id}`, hosts: dice.some(names), metadata: {} })
  }
  for (const aggregate of aggregates.slice(0, wanted)) Object.assign(aggregate.metadata, tagsOf(aggregate))
}

/** Adds extra specs to a flavor; one without any stays so. */
export function addExtraSpecs({ request_spec: spec }: RequestDraft, specs: Readonly<Record<string, string>>): void {
  if (spec.instance_type.extra_specs) Object.assign(spec.instance_type.extra_specs, specs)
}

/** Adds scheduler hints. */
export function addHints({ filter_properties: asked }: RequestDraft, hints: Readonly<Record<string, unknown>>): void {
  asked.scheduler_hints = { ...asked.scheduler_hints, ...hints }
}
