import { demandsOf, novaDemands, REQUEST_MAKING, type NovaRequest } from '@nova-sched/core'

/** What a request asks for. */
export interface Shape {
  readonly memoryMb: number
  readonly vcpus: number
  readonly diskGb: number
  readonly extraSpecs: Readonly<Record<string, string>>
}

/** How requests are made of shapes. */
export interface Asking {
  readonly release: 'kilo' | 'zed'
  readonly instances: number
  /** `[pci] alias`, as nova.conf has it. */
  readonly aliases: readonly string[]
}

const NO_SPECS = [{}]

/** So many shapes, from small to large, none equal to another; extra specs take turns. */
export function shapesOf(count: number, extraSpecs: readonly Shape['extraSpecs'][] = NO_SPECS): readonly Shape[] {
  return Array.from({ length: count }, (_, at) => ({
    memoryMb: 1024 + 512 * at,
    vcpus: 1 + (at % 4),
    diskGb: 10 + (at % 7),
    extraSpecs: extraSpecs[at % extraSpecs.length] ?? {},
  }))
}

/** So many shapes of which none is like another in memory, or in the extra spec that a filter reads. */
export function oneOffShapes(count: number): readonly Shape[] {
  return Array.from({ length: count }, (_, at) => ({
    memoryMb: 1024 + at,
    vcpus: 1 + (at % 8),
    diskGb: 10 + (at % 7),
    extraSpecs: { 'capabilities:vcpus_total': `>= ${8 + (at % 8)}.${at}` },
  }))
}

/**
 * A new request for a shape, as Nova's API and conductor make it. Several instances go to hosts of their own.
 *
 * @param number - tells one request from another
 */
export function requestFor(
  { memoryMb, vcpus, diskGb, extraSpecs }: Shape,
  number: number,
  { release, instances, aliases }: Asking,
): NovaRequest {
  const size = { memory_mb: memoryMb, vcpus, root_gb: diskGb, ephemeral_gb: 0 }
  const uuids = Array.from({ length: instances }, (_, at) => uuidOf(number, at))
  const uuid = uuids[0] as string
  const making = REQUEST_MAKING[release]
  const image = { architecture: 'x86_64', hypervisor_type: 'kvm' }
  const demands = demandsOf({ flavor: { vcpus, memoryMb, extraSpecs }, image, aliases, uuid }, making)
  const group = { policy: 'anti-affinity', uuid: uuidOf(number, instances), members: uuids, hosts: [] }
  return {
    request_spec: {
      num_instances: instances,
      instance_properties: {
        uuid,
        project_id: 'p1',
        os_type: 'linux',
        vm_state: 'building',
        availability_zone: null,
        ...size,
        ...novaDemands(demands, uuid, making),
      },
      instance_type: {
        id: 1,
        name: `m1.${memoryMb}`,
        flavorid: `m1.${memoryMb}`,
        swap: 0,
        ...size,
        extra_specs: extraSpecs,
      },
      image: { id: uuidOf(0, 0), properties: image },
    },
    filter_properties:
      instances > 1
        ? { scheduler_hints: { group: [group.uuid] }, instance_group: group, group_policies: ['anti-affinity'] }
        : { scheduler_hints: {} },
    ...(making.instancesAreNamed ? { instance_uuids: uuids } : {}),
  }
}

function uuidOf(number: number, at: number): string {
  const digits = (of: number, count: number): string => of.toString(16).padStart(count, '0')
  return `${digits(number, 8)}-0000-4000-8000-${digits(at, 12)}`
}
