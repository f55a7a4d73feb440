import { fault, required } from '../plugin/fault.ts'
import type { DataMap, Group, Image, Request, Retry } from '../plugin/request.ts'
import { REQUEST_MAKING, RULES, type BuiltRelease } from '../releases.ts'
import type { RequestMaking } from './making.ts'
import { instanceCount, refuseTooMany, type NovaRequest } from './nova-request.ts'
import { readNumaTopology } from './numa/read-topology.ts'
import { readNovaPciRequests } from './pci/nova-form.ts'
import { listOf, mapOrNull, numberOr0, readFlavor, textOrNull } from './read-values.ts'
import { readTypedRequest } from './read-typed-request.ts'
import { dataMap, deepFreeze } from '../util/freeze.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Nova's request spec and filter properties as a request. What is null, and what is missing, stays told apart where
 * Nova tells it apart.
 *
 * @param release - whose reading of it holds
 * @param configOptions - what the JSON options file says
 * @throws a fault where Nova breaks on it before any filter is asked; REQUEST_INVALID for NUMA cells that are none, and
 * for more instances than are decided in one request
 */
export function readRequest(asked: NovaRequest, release: BuiltRelease, configOptions: DataMap = dataMap([])): Request {
  refuseTooMany(instanceCount(asked), 'num_instances')
  return RULES[release].requestsAreTyped
    ? readTypedRequest(asked, REQUEST_MAKING[release])
    : readPlainRequest(asked, REQUEST_MAKING[release], configOptions)
}

/**
 * A request as releases read it that hand on plain maps.
 *
 * @throws KEY_MISSING when Nova would miss a key: `num_instances`, `instance_properties`, and in these `project_id` and
 * `os_type` (Kilo)
 */
function readPlainRequest(
  { request_spec: spec, filter_properties: properties }: NovaRequest,
  { python }: RequestMaking,
  configOptions: DataMap,
): Request {
  const [specMap, fp]: readonly [Json, Json] = [spec as Json, properties as Json]
  const instance = required(keyOf(specMap, 'instance_properties', 'request_spec'), 'instance_properties') as Json
  return deepFreeze({
    numInstances: keyOf(specMap, 'num_instances', 'request_spec') as number,
    projectId: textOrNull(keyOf(instance, 'project_id', 'instance_properties')),
    osType: textOrNull(keyOf(instance, 'os_type', 'instance_properties')),
    uuid: textOrNull(instance['uuid']),
    instanceUuids: null,
    userId: textOrNull(instance['user_id']),
    availabilityZone: textOrNull(instance['availability_zone']),
    imageRef: textOrNull(instance['image_ref']),
    vmState: 'vm_state' in instance ? textOrNull(instance['vm_state']) : 'building',
    taskState: textOrNull(instance['task_state']),
    memoryMb: numberOr0(instance['memory_mb']),
    vcpus: numberOr0(instance['vcpus']),
    rootGb: numberOr0(instance['root_gb']),
    ephemeralGb: numberOr0(instance['ephemeral_gb']),
    flavor: readFlavor(specMap['instance_type']),
    image: imageOf(specMap),
    group: groupOf(fp),
    hints: fp['scheduler_hints'] === undefined ? dataMap([]) : mapOrNull(fp['scheduler_hints']),
    retry: retryOf(fp['retry']),
    ignoreHosts: fp['ignore_hosts'] === null ? null : listOf(fp['ignore_hosts']),
    forceHosts: listOf(fp['force_hosts']),
    forceNodes: listOf(fp['force_nodes']),
    requestedDestination: null,
    numaTopology: readNumaTopology(instance['numa_topology']),
    pciRequests: readNovaPciRequests(fp['pci_requests'], python),
    claimedPciRequests: readNovaPciRequests(instance['pci_requests'], python),
    returnAlternates: false,
    configOptions,
  })
}

function keyOf(map: Json, key: string, owner: string): unknown {
  if (!Object.hasOwn(map, key)) throw fault('KEY_MISSING', `${owner} has no ${key}, which Nova needs`, { key })
  return map[key]
}

function imageOf(spec: Json): Image {
  if (spec['image'] === undefined) return { properties: dataMap([]) }
  const image = mapOrNull(spec['image'])
  if (image === null) return { properties: null }
  return { properties: image['properties'] === undefined ? dataMap([]) : mapOrNull(image['properties']) }
}

function groupOf(fp: Json): Group {
  const policies = fp['group_policies']
  return {
    policies: policies === undefined ? [] : policies === null ? null : listOf(policies),
    policy: null,
    members: [],
    maxServerPerHost: 1,
    hosts: listOf(fp['group_hosts']),
    updated: fp['group_updated'] === true,
  }
}

/** An empty retry is none, as in Nova. */
function retryOf(value: unknown): Retry | null {
  const retry = mapOrNull(value)
  if (retry === null || Object.keys(retry).length === 0) return null
  const hosts = retry['hosts']
  return {
    numAttempts: numberOr0(retry['num_attempts']),
    hosts: hosts === null ? null : (listOf(hosts) as unknown as readonly (readonly [string, string])[]),
  }
}
