import { Host, type Change, type DataMap, type HostTest, type Request } from '@nova-sched/core/plugin'

/**
 * The changes by which a host passes a filter, each tried alone: a host may fall short in more than one way.
 *
 * @param prepare - the filter's own
 * @param candidates - of the kinds extra_spec, image_property and aggregate_metadata
 */
export function sufficing(
  prepare: (request: Request) => HostTest | null,
  host: Host,
  request: Request,
  candidates: readonly Change[],
): readonly Change[] {
  return candidates.filter((change) => {
    try {
      const test = prepare(changedRequest(request, change))
      return test === null || test(changedHost(host, change)) === true
    } catch {
      return false
    }
  })
}

/** The host after a change of the metadata of one of its aggregates; the host itself after any other change. */
export function changedHost(host: Host, change: Change): Host {
  if (change.kind !== 'aggregate_metadata') return host
  const aggregates = host.aggregates.map((aggregate) => {
    if (aggregate.id !== change.aggregate) return aggregate
    return Object.freeze({ ...aggregate, metadata: edited(aggregate.metadata, change.key, change.value) })
  })
  return new Host(host, { aggregates: Object.freeze(aggregates) })
}

function changedRequest(request: Request, change: Change): Request {
  if (change.kind === 'extra_spec' && request.flavor !== null) {
    const extraSpecs = edited(request.flavor.extraSpecs, change.key, change.value)
    return { ...request, flavor: { ...request.flavor, extraSpecs } }
  }
  if (change.kind !== 'image_property') return request
  return { ...request, image: { properties: edited(request.image.properties, change.key, change.value) } }
}

function edited<T>(map: DataMap<T> | null, key: string, value: T | null): DataMap<T> {
  const kept = Object.entries(map ?? {}).filter(([name]) => name !== key || value !== null)
  const copy = Object.create(null) as Record<string, T>
  for (const [name, known] of kept) copy[name] = known
  if (value !== null) copy[key] = value
  return Object.freeze(copy)
}
