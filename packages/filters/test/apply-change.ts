import { aRequest } from '@nova-sched/core/testing'
import { Host, type Change, type DataMap, type FlavorSize, type Request } from '@nova-sched/core/plugin'
import type { Question } from './ask.ts'

const SIZES = {
  memory_mb: 'memoryMb',
  vcpus: 'vcpus',
  root_gb: 'rootGb',
  ephemeral_gb: 'ephemeralGb',
  swap: 'swapMb',
} as const satisfies Record<FlavorSize, string>

const NO_GROUP = aRequest().group

/** A question with a change made to it, as far as one filter can tell. */
export function applied(question: Question, change: Change): Question {
  const { host, conf = {} } = question
  if (change.kind === 'option') return { ...question, conf: { ...conf, [change.option]: change.value } }
  if (change.kind === 'service') {
    const service = { ...host.service, ...(change.state === 'up' ? { up: true } : { disabled: false }) }
    return { ...question, host: new Host({ ...host, service }) }
  }
  if (change.kind === 'aggregate_metadata') {
    const aggregates = host.aggregates.map((aggregate) =>
      aggregate.id === change.aggregate
        ? { ...aggregate, metadata: withKey(aggregate.metadata, change.key, change.value) }
        : aggregate,
    )
    return { ...question, host: new Host({ ...host, aggregates }) }
  }
  return { ...question, request: { ...question.request, ...changedParts(question, change) } }
}

type RequestChange = Exclude<Change, { readonly kind: 'option' | 'service' | 'aggregate_metadata' }>

function changedParts({ host, request }: Question, change: RequestChange): Partial<Request> {
  const { flavor, image, hints, retry } = request
  switch (change.kind) {
    case 'flavor':
      return { flavor: flavor && { ...flavor, [SIZES[change.field]]: change.value } }
    case 'extra_spec':
      return { flavor: flavor && { ...flavor, extraSpecs: withKey(flavor.extraSpecs, change.key, change.value) } }
    case 'image_property':
      return { image: { properties: withKey<unknown>(image.properties, change.key, change.value) } }
    case 'hint':
      return { hints: withKey<unknown>(hints, change.hint, change.value) }
    case 'drop_group':
      return { group: NO_GROUP }
    case 'availability_zone':
      return { availabilityZone: change.value }
    case 'forget_attempt': {
      const isOther = ([name, node]: readonly [string, string]): boolean => name !== host.host || node !== host.nodename
      return { retry: retry && { ...retry, hosts: retry.hosts?.filter(isOther) ?? null } }
    }
  }
}

function withKey<T>(map: DataMap<T> | null, key: string, value: T | null): DataMap<T> {
  const others = Object.entries(map ?? {}).filter(([name]) => name !== key)
  const entries = value === null ? others : [...others, [key, value] as const]
  return Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries))
}
