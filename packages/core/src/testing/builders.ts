import { Host, type HostFields } from '../plugin/host.ts'
import { PLAIN_FIELDS, type Flavor, type Group, type Image, type Request } from '../plugin/request.ts'
import { dataMap, deepFreeze } from '../util/freeze.ts'

/** A host with 8 CPUs, 16 GiB of memory and 100 GiB of disk, all free, enabled and up; `overrides` say what differs. */
export function aHost(overrides: Partial<HostFields> = {}): Host {
  const host = overrides.host ?? 'compute-01'
  const made = new Host(
    deepFreeze({
      host,
      nodename: host,
      cell: 'cell1',
      hasReported: true,
      hostIp: '10.0.0.1',
      hypervisorType: 'QEMU',
      hypervisorVersion: 2001002,
      supportedInstances: [['x86_64', 'kvm', 'hvm']],
      cpuInfo: null,
      vcpusTotal: 8,
      vcpusUsed: 0,
      totalRamMb: 16384,
      freeRamMb: 16384,
      totalDiskGb: 100,
      freeDiskMb: 102400,
      freeDiskReport: null,
      diskMbUsed: 0,
      numInstances: 0,
      numIoOps: 0,
      failedBuilds: 0,
      cpuAllocationRatio: 16,
      ramAllocationRatio: 1.5,
      diskAllocationRatio: 1,
      stats: dataMap<string | null>([]),
      metrics: dataMap<never>([]),
      aggregates: [],
      service: { disabled: false, disabledReason: null, up: true },
      instances: dataMap<never>([]),
      numaTopology: null,
      pciDevicePools: [],
      updatedAt: null,
      ...overrides,
    }),
  )
  refuseUnknown(overrides, made, 'host')
  return made
}

/** In plain JavaScript a misspelt field would go unnoticed, and the test with it. */
function refuseUnknown(given: object, known: object, what: string): void {
  const unknown = Object.keys(given).filter((field) => !Object.hasOwn(known, field))
  if (unknown.length > 0) throw new TypeError(`a ${what} has no field ${unknown.join(', ')}`)
}

/** A host in one aggregate with this metadata. */
export function aHostInAggregate(
  metadata: Readonly<Record<string, string>>,
  overrides: Partial<HostFields> = {},
): Host {
  const host = overrides.host ?? 'compute-01'
  const aggregate = { id: 1, name: 'agg1', hosts: [host], metadata: dataMap(Object.entries(metadata)) }
  return aHost({ aggregates: [aggregate], ...overrides })
}

/** What differs from the request that {@link aRequest} makes; parts are filled up too. */
export type RequestOverrides = Partial<Omit<Request, 'flavor' | 'image' | 'group'>> & {
  readonly flavor?: Partial<Flavor> | null
  readonly image?: Partial<Image>
  readonly group?: Partial<Group>
}

/** A request for one instance with 1 CPU, 2 GiB of memory and 20 GiB of disk; `overrides` say what differs. */
export function aRequest(overrides: RequestOverrides = {}): Request {
  const { flavor, image, group, ...plain } = overrides
  refuseUnknown(plain, Object.fromEntries(PLAIN_FIELDS.map((field) => [field, true])), 'request')
  refuseUnknown(flavor ?? {}, A_FLAVOR, 'flavor')
  const uuid = '00000000-0000-0000-0000-000000000001'
  return deepFreeze({
    uuid,
    instanceUuids: [uuid],
    projectId: 'project-1',
    userId: 'user-1',
    numInstances: 1,
    availabilityZone: null,
    imageRef: 'image-1',
    osType: null,
    vmState: 'building',
    taskState: 'scheduling',
    memoryMb: flavor?.memoryMb ?? 2048,
    vcpus: flavor?.vcpus ?? 1,
    rootGb: flavor?.rootGb ?? 20,
    ephemeralGb: flavor?.ephemeralGb ?? 0,
    hints: dataMap([]),
    retry: null,
    ignoreHosts: [],
    forceHosts: [],
    forceNodes: [],
    requestedDestination: null,
    numaTopology: null,
    pciRequests: null,
    claimedPciRequests: plain.pciRequests ?? null,
    returnAlternates: false,
    configOptions: dataMap([]),
    ...plain,
    flavor: flavor === null ? null : { ...A_FLAVOR, ...flavor },
    image: { properties: dataMap([]), ...image },
    group: { policies: [], policy: null, members: [], maxServerPerHost: 1, hosts: [], updated: false, ...group },
  })
}

const A_FLAVOR: Flavor = {
  id: 1,
  name: 'm1.small',
  memoryMb: 2048,
  vcpus: 1,
  rootGb: 20,
  ephemeralGb: 0,
  swapMb: 0,
  extraSpecs: dataMap<string>([]),
}
