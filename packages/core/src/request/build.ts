import { NovaSchedError } from '../errors.ts'
import type { Inventory } from '../inventory/inventory.ts'
import { plainCopy } from '../util/documents/plain-copy.ts'
import { checkZone, parseAvailabilityZone } from './availability-zone.ts'
import type { ZoneChoice } from './availability-zone.ts'
import { groupProperties, retryProperties } from './conductor.ts'
import { findFlavor, findImage, instanceTypeOf } from './flavor.ts'
import { asksForNuma, asksForPci, needsNuma, needsPci } from './needs.ts'
import type {
  Data,
  NovaFilterProperties,
  NovaImage,
  NovaInstanceProperties,
  NovaInstanceType,
  NovaRequest,
} from './nova-request.ts'
import type { RequestRules } from './rules.ts'
import { findServerGroup } from './server-group.ts'
import type { ShortRequest } from './short-request.ts'

/** What a request is built with. */
export interface BuildContext {
  /** Null when none is at hand: zones are not checked then, and nothing can be named. */
  readonly inventory: Inventory | null
  readonly rules: RequestRules
  /** Position among the requests of a file, from 0: gives the instance a uuid when the request does not. */
  readonly index?: number
}

/** A request in Nova's form, and what an operator should know of how it was made. */
export interface BuiltRequest {
  readonly request: NovaRequest
  readonly notes: readonly string[]
}

const EMPTY: Inventory = { hosts: [], aggregates: [], server_groups: [], flavors: [], images: [] }

/**
 * Makes of a short request what Kilo's API and conductor make of it. Checks come in Kilo's order; the first that
 * fails ends it.
 *
 * @throws FLAVOR_NOT_FOUND, IMAGE_NOT_FOUND, AVAILABILITY_ZONE_INVALID, AVAILABILITY_ZONE_UNKNOWN, REQUEST_NEEDS_NUMA,
 * REQUEST_NEEDS_PCI, SERVER_GROUP_NOT_FOUND, REQUEST_INVALID, UNSUPPORTED_POLICY, MAX_ATTEMPTS_INVALID, NO_VALID_HOST
 */
export function buildRequest(short: ShortRequest, { inventory, rules, index = 0 }: BuildContext): BuiltRequest {
  const known = inventory ?? EMPTY
  const flavor = findFlavor(short.flavor, known.flavors)
  const image = findImage(short, known.images)
  const zone = chooseZone(short, rules)
  if (inventory !== null) checkZone(zone, inventory, rules)
  const instanceType = instanceTypeOf(flavor)
  if (asksForNuma(instanceType.extra_specs ?? {}, image.properties ?? {})) throw needsNuma()
  if (asksForPci(instanceType.extra_specs ?? {})) throw needsPci()
  const group = findServerGroup(short, known.server_groups)
  const uuid = short.uuid ?? uuidOf(index)
  const forced = { forceHosts: zone.forceHosts ?? [], forceNodes: zone.forceNodes ?? [] }
  const grouped = group === null ? { properties: {}, notes: [] } : groupProperties(group, known, rules)
  const filterProperties: NovaFilterProperties = {
    scheduler_hints: hintsOf(short, group?.id),
    instance_type: instanceType,
    ...(zone.forceHosts === null ? {} : { force_hosts: zone.forceHosts }),
    ...(zone.forceNodes === null ? {} : { force_nodes: zone.forceNodes }),
    ...(short.ignore_hosts === undefined ? {} : { ignore_hosts: short.ignore_hosts }),
    ...grouped.properties,
    ...retryProperties({ retry: short.retry, ...forced, uuid }, rules),
  }
  const requestSpec = {
    num_instances: short.count ?? 1,
    instance_properties: instanceProperties(short, instanceType, image, zone, uuid),
    instance_type: instanceType,
    image,
  }
  return {
    request: { request_spec: requestSpec, filter_properties: filterProperties },
    notes: [...grouped.notes, ...volumeNotes(short, instanceType), ...destinationNotes(short)],
  }
}

/** Hosts and nodes can be forced in the zone's text or by name, not both. */
function chooseZone(short: ShortRequest, rules: RequestRules): ZoneChoice {
  const choice = parseAvailabilityZone(short.availability_zone, rules.defaultScheduleZone)
  const hosts = short.force_hosts?.length ? short.force_hosts : null
  const nodes = short.force_nodes?.length ? short.force_nodes : null
  if ((choice.forceHosts ?? choice.forceNodes) !== null && (hosts ?? nodes) !== null) {
    const message = 'availability_zone forces a host or node, and force_hosts or force_nodes does: use one of them'
    throw new NovaSchedError('REQUEST_INVALID', message, { path: 'availability_zone' })
  }
  return { zone: choice.zone, forceHosts: choice.forceHosts ?? hosts, forceNodes: choice.forceNodes ?? nodes }
}

/** A group is named to Nova by the hint, with its uuid. */
function hintsOf({ hints }: ShortRequest, groupId: string | undefined): Data | null {
  if (hints === null && groupId === undefined) return null
  const given = Object.entries(hints ?? {}).filter(([name]) => groupId === undefined || name !== 'group')
  return plainCopy(Object.fromEntries(groupId === undefined ? given : [...given, ['group', groupId]])) as Data
}

function instanceProperties(
  short: ShortRequest,
  flavor: NovaInstanceType,
  image: NovaImage,
  { zone }: ZoneChoice,
  uuid: string,
): NovaInstanceProperties {
  const { memory_mb = 0, vcpus = 0, root_gb = 0, ephemeral_gb = 0 } = flavor
  const property = (name: string): string | null => textOrNull(image.properties?.[name])
  return {
    uuid,
    project_id: short.project_id ?? null,
    user_id: short.user_id ?? null,
    availability_zone: zone,
    // Nova's mark of a boot from volume; a request that leaves the image out has not said so.
    image_ref: image.id ?? (short.boot_from_volume === true ? '' : null),
    os_type: property('os_type'),
    architecture: property('architecture'),
    vm_mode: property('vm_mode'),
    vm_state: 'building',
    task_state: 'scheduling',
    memory_mb,
    vcpus,
    root_gb,
    ephemeral_gb,
    numa_topology: null,
    pci_requests: { instance_uuid: uuid, requests: [] },
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function volumeNotes(
  { boot_from_volume: fromVolume }: ShortRequest,
  { root_gb: rootGb }: NovaInstanceType,
): readonly string[] {
  if (fromVolume !== true || !rootGb) return []
  return [`boots from a volume; the flavor's root disk of ${rootGb} GiB is counted all the same (Nova stopped in 2018)`]
}

function destinationNotes({ requested_destination: destination }: ShortRequest): readonly string[] {
  if (destination === undefined || destination === null) return []
  return ['requested_destination is ignored: Kilo has none; force a host with availability_zone: zone:host']
}

/** Always the same for the same position, so that two runs agree. */
function uuidOf(index: number): string {
  return `00000000-0000-4000-8000-${(index + 1).toString(16).padStart(12, '0')}`
}
