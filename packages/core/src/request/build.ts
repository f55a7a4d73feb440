import { NovaSchedError } from '../errors.ts'
import type { Inventory, InventoryServerGroup } from '../inventory/inventory.ts'
import { plainCopy } from '../util/documents/plain-copy.ts'
import type { DataMap } from '../plugin/request.ts'
import { dataMap } from '../util/freeze.ts'
import { checkZone, parseAvailabilityZone, zoneOfForcedHost } from './availability-zone.ts'
import type { ZoneChoice } from './availability-zone.ts'
import { groupObject, groupProperties, retryProperties } from './conductor.ts'
import { demandsOf, novaDemands } from './demands.ts'
import type { Demands, DemandSource } from './demands.ts'
import { requestedDestination } from './destination.ts'
import { findFlavor, findImage, instanceTypeOf } from './flavor.ts'
import type { RequestMaking } from './making.ts'
import { refuseTooMany } from './nova-request.ts'
import type {
  Data,
  NovaFilterProperties,
  NovaImage,
  NovaInstanceProperties,
  NovaInstanceType,
  NovaRequest,
} from './nova-request.ts'
import { novaPciRequests, pciNotes } from './pci/index.ts'
import { textOrNull } from './read-values.ts'
import type { RequestRules } from './rules.ts'
import { findServerGroup, policyNotes } from './server-group.ts'
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
 * Makes of a short request what the API and the conductor of the release make of it. Checks come in Nova's order; the
 * first that fails ends it.
 *
 * @throws FLAVOR_NOT_FOUND, IMAGE_NOT_FOUND, AVAILABILITY_ZONE_INVALID, AVAILABILITY_ZONE_UNKNOWN,
 * SERVER_GROUP_NOT_FOUND, REQUEST_INVALID, UNSUPPORTED_POLICY, MAX_ATTEMPTS_INVALID, NO_VALID_HOST; what `demandsOf`
 * throws
 */
export function buildRequest(short: ShortRequest, { inventory, rules, index = 0 }: BuildContext): BuiltRequest {
  refuseTooMany(short.count ?? 1, 'count')
  const known = inventory ?? EMPTY
  const { making } = rules
  const flavor = findFlavor(short.flavor, known.flavors)
  const image = findImage(short, known.images)
  const asked = chooseZone(short, rules)
  if (inventory !== null) checkZone(asked, inventory, rules)
  const { choice: zone, notes: zoneNotes } = zoneOfForcedHost(asked, known, rules, making)
  const instanceType = instanceTypeOf(flavor)
  const uuids = uuidsOf(short, index)
  const uuid = uuids[0] as string
  const demands = demandsOf(demandSource(instanceType, image, uuid, rules), making)
  const group = findServerGroup(short, known.server_groups)
  const grouped = group === null ? NOTHING : groupedProperties(group, known, uuids, rules)
  const destination = requestedDestination(short, zone, inventory, rules)
  const filterProperties: NovaFilterProperties = {
    scheduler_hints: hintsOf(short, group?.id),
    instance_type: instanceType,
    ...(zone.forceHosts === null ? {} : { force_hosts: zone.forceHosts }),
    ...(zone.forceNodes === null ? {} : { force_nodes: zone.forceNodes }),
    ...(short.ignore_hosts === undefined ? {} : { ignore_hosts: short.ignore_hosts }),
    ...grouped.properties,
    ...destination.properties,
    ...attemptProperties(short, zone, uuid, rules),
    ...devicesProperty(demands, uuid, making),
  }
  const requestSpec = {
    num_instances: short.count ?? 1,
    instance_properties: {
      ...instanceProperties(short, instanceType, image, zone, uuid),
      ...novaDemands(demands, uuid, making),
    },
    instance_type: instanceType,
    image,
  }
  return {
    request: {
      request_spec: requestSpec,
      filter_properties: filterProperties,
      ...(making.instancesAreNamed ? { instance_uuids: uuids, return_alternates: true } : {}),
    },
    notes: [
      ...zoneNotes,
      ...grouped.notes,
      ...pciNotes(demands.pciRequests),
      ...volumeNotes(short, instanceType, making),
      ...destination.notes,
      ...attemptNotes(short, making),
    ],
  }
}

const NOTHING = { properties: {}, notes: [] }

function demandSource(
  { vcpus, memory_mb: memoryMb, extra_specs: extraSpecs }: NovaInstanceType,
  { properties }: NovaImage,
  uuid: string,
  { pciAliases: aliases }: RequestRules,
): DemandSource {
  const data = (map: Data | null | undefined): DataMap => dataMap(Object.entries(map ?? {}))
  const flavor = { vcpus: vcpus ?? 0, memoryMb: memoryMb ?? 0, extraSpecs: data(extraSpecs) }
  return { flavor, image: data(properties), aliases, uuid }
}

/** Filters are told of PCI requests only when there are any; a claim reads them from the instance. */
function devicesProperty(
  { pciRequests: devices }: Demands,
  uuid: string,
  { filtersAreToldDevices, pci }: RequestMaking,
): Pick<NovaFilterProperties, 'pci_requests'> {
  return filtersAreToldDevices && devices.length > 0 ? { pci_requests: novaPciRequests(devices, uuid, pci) } : {}
}

function groupedProperties(
  group: InventoryServerGroup,
  inventory: Inventory,
  uuids: readonly string[],
  rules: RequestRules,
): { readonly properties: NovaFilterProperties; readonly notes: readonly string[] } {
  if (!rules.making.groupsAreTold) return groupProperties(group, inventory, rules)
  const told = groupObject(group, inventory, uuids, rules)
  return { properties: { instance_group: told }, notes: policyNotes([told['policy']]) }
}

function attemptProperties(
  { retry }: ShortRequest,
  zone: ZoneChoice,
  uuid: string,
  rules: RequestRules,
): Pick<NovaFilterProperties, 'retry'> {
  if (!rules.making.attemptsAreCounted) return {}
  const forced = { forceHosts: zone.forceHosts ?? [], forceNodes: zone.forceNodes ?? [] }
  return retryProperties({ retry, ...forced, uuid }, rules)
}

function attemptNotes({ retry }: ShortRequest, { attemptsAreCounted }: RequestMaking): readonly string[] {
  if (attemptsAreCounted || retry === undefined || retry === null) return []
  return ['retry is ignored: other hosts come with each choice, and the scheduler is not asked again']
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
  }
}

function volumeNotes(
  { boot_from_volume: fromVolume }: ShortRequest,
  { root_gb: rootGb }: NovaInstanceType,
  { volumesSpareRootDisk }: RequestMaking,
): readonly string[] {
  if (fromVolume !== true || !rootGb || volumesSpareRootDisk) return []
  return [`boots from a volume; the flavor's root disk of ${rootGb} GiB is counted all the same (Nova stopped in 2018)`]
}

/** Always the same for the same position, so that two runs agree. */
function uuidsOf({ uuid, count = 1 }: ShortRequest, index: number): readonly string[] {
  const last = (index + 1).toString(16).padStart(12, '0')
  const made = Array.from({ length: count }, (_, at) => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-${last}`)
  return uuid === undefined ? made : [uuid, ...made.slice(1)]
}
