import { join } from 'node:path'
import { createScheduler } from '../src/scheduler.ts'
import type { NovaRequest } from '../src/request/nova-request.ts'
import type { Scheduler, SchedulerOptions } from '../src/scheduler.ts'
import { parseConf } from '../src/conf/index.ts'
import type { Release } from '../src/releases.ts'
import type { Inventory, InventoryHost } from '../src/inventory/inventory.ts'

/** Where the in-tree plugins are found. */
export const IN_TREE = join(import.meta.dirname, '..')

/** A host with room for 4 instances of {@link novaRequest}, and what differs from it. */
export function node(host: string, more: Partial<InventoryHost> = {}): InventoryHost {
  return { host, vcpus: 8, memory_mb: 8192, local_gb: 100, ...more }
}

/** A request in Nova's form, for instances of 2048 MiB, 1 CPU and 20 GiB. */
export function novaRequest(
  instances = 1,
  { flavor = {}, properties = {}, spec = {} }: Partial<Record<'flavor' | 'properties' | 'spec', object>> = {},
): NovaRequest {
  const size = { memory_mb: 2048, vcpus: 1, root_gb: 20, ephemeral_gb: 0, ...flavor }
  return {
    request_spec: {
      num_instances: instances,
      instance_properties: { uuid: 'uuid-1', project_id: 'p', os_type: null, vm_state: 'building', ...size },
      instance_type: { id: 1, name: 'm1.small', swap: 0, extra_specs: {}, ...size },
      image: { properties: {} },
      ...spec,
    },
    filter_properties: { scheduler_hints: {}, ...properties },
  }
}

/** The same as later conductors send it: with the uuid of every instance, and asking for alternates. */
export function zedRequest(instances = 1, parts: Parameters<typeof novaRequest>[1] = {}): NovaRequest {
  const uuids = Array.from({ length: instances }, (_, at) => `uuid-${at + 1}`)
  return { ...novaRequest(instances, parts), instance_uuids: uuids, return_alternates: true }
}

/** What a scheduler under test is made with beside its hosts; the release is Kilo unless given. */
export type OverOptions = Partial<SchedulerOptions> & {
  readonly aggregates?: Inventory['aggregates']
  readonly file?: string
  readonly release?: Release
}

/** A scheduler over hosts, with a configuration as text. */
export function schedulerOver(
  hosts: readonly InventoryHost[],
  conf = '',
  options: OverOptions = {},
): Promise<Scheduler> {
  const { aggregates = [], file = 'nova.conf', release = 'kilo', ...others } = options
  return createScheduler({
    conf: parseConf(conf, { file, release }),
    inventory: { hosts, aggregates },
    resolveFrom: [IN_TREE],
    ...others,
  })
}

/** A Zed scheduler over hosts that only `ComputeFilter` is asked about, unless the configuration says more. */
export function zedOver(hosts: readonly InventoryHost[], conf = '', options: OverOptions = {}): Promise<Scheduler> {
  return schedulerOver(hosts, `${ZED}${conf}`, { release: 'zed', ...options })
}

const ZED = '[filter_scheduler]\nenabled_filters = ComputeFilter\n'

/** The names of the chosen hosts, or the error's code. */
export async function placed(scheduler: Scheduler, request: NovaRequest): Promise<readonly string[] | string> {
  const { destinations, error } = await scheduler.select(request)
  return error === null ? destinations.map(({ host }) => host) : error.code
}
