import type { InventoryChange } from '../hosts/cloud.ts'
import { FORCED_DOWN } from '../hosts/compute-service.ts'
import type { NovaRequest } from '../request/nova-request.ts'
import type { Change } from '../plugin/change.ts'
import type { Aggregate, ComputeService } from '../plugin/host.ts'
import { OLD_NAMES } from '../request/image-meta/properties.ts'
import { dataMap } from '../util/freeze.ts'
import type { NodeName } from './explanation.ts'

/** What a change is applied to, and told by. */
export interface Changed {
  readonly node: NodeName
  readonly aggregates: readonly Aggregate[]
  readonly service: ComputeService | null
  readonly request: NovaRequest
  /** `default_schedule_zone`: what Nova's API makes of a request that asks for no zone. */
  readonly defaultZone: string | null
}

/** A request with a change made to it; the same when the change is about something else. */
export function changedRequest(change: Change, { node, request, defaultZone }: Changed): NovaRequest {
  const { request_spec: spec, filter_properties: properties } = request
  const withSpec = (part: Partial<NovaRequest['request_spec']>): NovaRequest => {
    return { ...request, request_spec: { ...spec, ...part } }
  }
  const withProperties = (part: Readonly<Record<string, unknown>>): NovaRequest => {
    return { ...request, filter_properties: { ...properties, ...part } }
  }
  switch (change.kind) {
    case 'flavor': {
      const size = { [change.field]: change.value }
      const instance = change.field === 'swap' ? spec.instance_properties : { ...spec.instance_properties, ...size }
      return withSpec({ instance_type: { ...spec.instance_type, ...size }, instance_properties: instance ?? null })
    }
    case 'extra_spec': {
      const extraSpecs = withKey(spec.instance_type?.extra_specs, change.key, change.value)
      return withSpec({ instance_type: { ...spec.instance_type, extra_specs: extraSpecs } })
    }
    case 'image_property': {
      const written = withoutKeys(spec.image?.properties ?? {}, spellingsOf(change.key))
      return withSpec({ image: { ...spec.image, properties: withKey(written, change.key, change.value) } })
    }
    case 'availability_zone':
      return withSpec({
        instance_properties: { ...spec.instance_properties, availability_zone: change.value ?? defaultZone },
      })
    case 'hint':
      return withProperties({ scheduler_hints: withKey(properties.scheduler_hints, change.hint, change.value) })
    case 'drop_group': {
      const others = withoutKeys(properties, ['group_updated', 'group_hosts', 'group_policies', 'instance_group'])
      const hints = withKey(properties.scheduler_hints, 'group', null)
      return { ...request, filter_properties: { ...others, scheduler_hints: hints } }
    }
    case 'forget_attempt': {
      const hosts = properties.retry?.hosts?.filter(
        ([host, nodename]) => host !== node.host || nodename !== node.nodename,
      )
      return withProperties({ retry: { ...properties.retry, hosts: hosts ?? [] } })
    }
    case 'option':
    case 'service':
    case 'aggregate_metadata':
      return request
  }
}

/** What a change comes to in the cloud; nothing when it is about something else. */
export function changedCloud(change: Change, { node, aggregates, service }: Changed): readonly InventoryChange[] {
  if (change.kind === 'service') return changedService(change.state, node.host, service)
  if (change.kind !== 'aggregate_metadata') return []
  const aggregate = aggregates.find(({ id }) => id === change.aggregate)
  if (aggregate === undefined || (aggregate.metadata[change.key] ?? null) === change.value) return []
  const metadata = withKey(aggregate.metadata, change.key, change.value)
  return [{ kind: 'update_aggregate', aggregate: { ...aggregate, metadata } }]
}

function changedService(
  state: 'enabled' | 'up',
  host: string,
  service: ComputeService | null,
): readonly InventoryChange[] {
  const { disabled = false, disabledReason = null } = service ?? {}
  if (state === 'enabled') {
    if (!disabled) return []
    return [{ kind: 'enable_service', host }]
  }
  const after = { disabled, disabled_reason: disabledReason, up: true }
  if (service?.up !== false) return []
  return [
    { kind: 'update_service', host, service: after },
    { kind: 'update_liveness', host, liveness: { state: 'up', why: 'as if it were up' } },
  ]
}

/** A change for people; an option is told as nova.conf would have it, elsewhere. */
export function changeText(
  change: Exclude<Change, { readonly kind: 'option' }>,
  { node, aggregates, service, request }: Changed,
): string {
  const { instance_type: flavor } = request.request_spec
  switch (change.kind) {
    case 'flavor':
      return `a flavor with ${change.field} = ${change.value} (now ${flavor?.[change.field] ?? 0})`
    case 'extra_spec':
      return keyText('the extra spec', change)
    case 'image_property': {
      const written = spellingsOf(change.key).find((key) =>
        Object.hasOwn(request.request_spec.image?.properties ?? {}, key),
      )
      return keyText('the image property', { ...change, key: written ?? change.key })
    }
    case 'hint':
      return keyText('the hint', { key: change.hint, value: change.value })
    case 'drop_group':
      return 'leave the server group out of the request'
    case 'availability_zone':
      return change.value === null ? 'ask for no availability zone' : `ask for the availability zone ${change.value}`
    case 'forget_attempt':
      return `drop ${node.host} from the hosts that were tried before`
    case 'service':
      return change.state === 'up' ? upText(node, service) : 'enable its compute service'
    case 'aggregate_metadata': {
      const aggregate = aggregates.find(({ id }) => id === change.aggregate)
      const now = aggregate?.metadata[change.key]
      const what = keyText('', change)
      return `${what} on the aggregate ${aggregate?.name ?? change.aggregate}${now === undefined ? '' : ` (now ${now})`}`
    }
  }
}

function upText({ host }: NodeName, service: ComputeService | null): string {
  if (service?.why !== FORCED_DOWN) return 'bring its compute service up'
  return `unset forced_down of its compute service (openstack compute service set --up ${host} nova-compute)`
}

/** The names by which an image may have a property: its own, and those that Nova translates to it. */
function spellingsOf(property: string): readonly string[] {
  return [property, ...OLD_NAMES.filter(([, current]) => current === property).map(([old]) => old)]
}

function keyText(what: string, { key, value }: { readonly key: string; readonly value: string | null }): string {
  const name = `${what} ${key}`.trim()
  return value === null ? `drop ${name}` : `set ${name} to ${value}`
}

function withoutKeys(map: object, keys: readonly string[]): Readonly<Record<string, unknown>> {
  return dataMap(Object.entries(map).filter(([name]) => !keys.includes(name)))
}

/** A map with a key set, or without it. */
function withKey<T>(
  map: Readonly<Record<string, T>> | null | undefined,
  key: string,
  value: T | null,
): Readonly<Record<string, T>> {
  const others = Object.entries(map ?? {}).filter(([name]) => name !== key)
  return dataMap(value === null ? others : [...others, [key, value] as const])
}
