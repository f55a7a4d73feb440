import { fault, required } from '../plugin/fault.ts'
import type { DataMap, Flavor, Group, Image, Request, Retry } from '../plugin/request.ts'
import type { NovaRequest } from './nova-request.ts'
import { dataMap, deepFreeze } from '../util/freeze.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Nova's request spec and filter properties as a request. What is null, and what is missing, stays told apart where
 * Nova tells it apart.
 *
 * @param configOptions - what the JSON options file says
 * @throws KEY_MISSING when Nova would miss a key before any filter is asked: `num_instances`,
 * `instance_properties`, and in these `project_id` and `os_type` (Kilo)
 */
export function readRequest(
  { request_spec: spec, filter_properties: properties }: NovaRequest,
  configOptions: DataMap = dataMap([]),
): Request {
  const [specMap, fp]: readonly [Json, Json] = [spec as Json, properties as Json]
  const instance = required(keyOf(specMap, 'instance_properties', 'request_spec'), 'instance_properties') as Json
  return deepFreeze({
    numInstances: keyOf(specMap, 'num_instances', 'request_spec') as number,
    projectId: textOrNull(keyOf(instance, 'project_id', 'instance_properties')),
    osType: textOrNull(keyOf(instance, 'os_type', 'instance_properties')),
    uuid: textOrNull(instance['uuid']),
    userId: textOrNull(instance['user_id']),
    availabilityZone: textOrNull(instance['availability_zone']),
    imageRef: textOrNull(instance['image_ref']),
    vmState: 'vm_state' in instance ? textOrNull(instance['vm_state']) : 'building',
    taskState: textOrNull(instance['task_state']),
    memoryMb: numberOr0(instance['memory_mb']),
    vcpus: numberOr0(instance['vcpus']),
    rootGb: numberOr0(instance['root_gb']),
    ephemeralGb: numberOr0(instance['ephemeral_gb']),
    flavor: flavorOf(specMap['instance_type']),
    image: imageOf(specMap),
    group: groupOf(fp),
    hints: fp['scheduler_hints'] === undefined ? dataMap([]) : mapOrNull(fp['scheduler_hints']),
    retry: retryOf(fp['retry']),
    ignoreHosts: fp['ignore_hosts'] === null ? null : listOf(fp['ignore_hosts']),
    forceHosts: listOf(fp['force_hosts']),
    forceNodes: listOf(fp['force_nodes']),
    configOptions,
  })
}

function keyOf(map: Json, key: string, owner: string): unknown {
  if (!Object.hasOwn(map, key)) throw fault('KEY_MISSING', `${owner} has no ${key}, which Nova needs`, { key })
  return map[key]
}

function flavorOf(value: unknown): Flavor | null {
  if (typeof value !== 'object' || value === null) return null
  const flavor = value as Json
  return {
    id: (flavor['id'] ?? null) as number | string | null,
    name: textOrNull(flavor['name']) ?? '',
    memoryMb: numberOr0(flavor['memory_mb']),
    vcpus: numberOr0(flavor['vcpus']),
    rootGb: numberOr0(flavor['root_gb']),
    ephemeralGb: numberOr0(flavor['ephemeral_gb']),
    swapMb: numberOr0(flavor['swap']),
    extraSpecs: mapOrNull(flavor['extra_specs']) as DataMap<string> | null,
  }
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

function mapOrNull(value: unknown): DataMap | null {
  return typeof value === 'object' && value !== null ? dataMap(Object.entries(value)) : null
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...(value as string[])] : []
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
