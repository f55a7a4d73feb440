import {
  NovaSchedError,
  type Change,
  type DataMap,
  type Filter,
  type FilterParts,
  type Host,
  type HostFields,
  type Hosts,
  type Instance,
  type Log,
  type Rejection,
  type Request,
  type Rules,
  type Verdict,
} from '@nova-sched/core/plugin'
import { testEnv, type FilterCase, type TestEnv } from '@nova-sched/core/testing'

/** What a filter is asked with, where the kit's cases do not reach. */
export interface Question {
  readonly host: Host
  readonly request: Request
  readonly conf?: Readonly<Record<string, unknown>>
  /** Whose rules apply; default kilo. */
  readonly release?: TestEnv['release']
  /** What is done otherwise than in the release. */
  readonly rules?: Partial<Rules>
  readonly log?: Log
}

/** The verdict of a filter, also under other rules than a built release has. */
export function verdictOf(filter: Filter, question: Question): Verdict {
  const { host, request } = question
  const isHere = request.uuid !== null && request.uuid in host.instances
  const hosts = { ofInstance: isHere ? [host.host] : [] } as unknown as Hosts
  const test = partsOf(filter, question).prepare(request, hosts, undefined)
  return test === null ? true : test(host)
}

/** What a filter has to say of a host. */
export function notesOf(filter: Filter, question: Question): readonly string[] {
  return partsOf(filter, question).notes?.(question.host, question.request) ?? []
}

/** What a filter has to say of a host, and what would let the host in; null when it breaks. */
export interface Answer {
  /** Null: the host passes. */
  readonly rejection: Rejection | null
  readonly notes: readonly string[]
  readonly changes: readonly Change[]
}

/** Everything that `explain` asks a filter. */
export function answerOf(filter: Filter, question: Question): Answer | null {
  const { host, request } = question
  const verdict = attempt(() => verdictOf(filter, question))
  if (verdict === null) return null
  const { notes, changes } = partsOf(filter, question)
  const rejection = typeof verdict === 'boolean' ? null : verdict
  return {
    rejection,
    notes: notes?.(host, request) ?? [],
    changes: rejection === null ? [] : (changes?.(host, request, rejection) ?? []),
  }
}

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof NovaSchedError) return null
    throw error
  }
}

function partsOf(filter: Filter, { conf = {}, release, rules, log }: Question): FilterParts {
  const env = testEnv(filter.options, { conf, ...(release === undefined ? {} : { release }) })
  const created = filter.create({ ...env, log: log ?? env.log, rules: { ...env.rules, ...rules } })
  return typeof created === 'function' ? { prepare: created } : created
}

/** Cases that have something in common; a case may say otherwise. */
export function given<T extends FilterCase>(common: Pick<FilterCase, 'host' | 'request'>, cases: readonly T[]): T[] {
  return cases.map((one) => ({ ...common, ...one }))
}

/** What differs on a host in an aggregate for each of these, with ids from 1. */
export function inAggregates(all: readonly Readonly<Record<string, string>>[]): Pick<HostFields, 'aggregates'> {
  const aggregates = all.map((metadata, index) => ({ id: index + 1, name: `agg${index + 1}`, hosts: [], metadata }))
  return { aggregates }
}

/** What differs on a host that holds these instances. */
export function holding(...uuids: string[]): { readonly instances: DataMap<Instance> } {
  const instances = Object.create(null) as Record<string, Instance>
  for (const uuid of uuids) instances[uuid] = { uuid, projectId: 'project-1', instanceTypeId: 1 }
  return { instances }
}
