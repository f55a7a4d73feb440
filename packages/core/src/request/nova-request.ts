import { NovaSchedError } from '../errors.ts'

/** Instances of one request; more would only use up the memory. */
export const MOST_INSTANCES = 100_000

/** Free-form data by key. */
export type Data = Readonly<Record<string, unknown>>

/**
 * A request as Nova's conductor hands it to the scheduler. Null and missing are told apart, as Nova tells them apart;
 * fields that are not named here are kept as they are given.
 */
export interface NovaRequest {
  readonly request_spec: NovaRequestSpec
  readonly filter_properties: NovaFilterProperties
  /** One for each instance, later than Kilo; null: nothing is claimed of placement. Missing: they are made up. */
  readonly instance_uuids?: readonly string[] | null
  /** Whether other hosts that would do are told with each choice. */
  readonly return_alternates?: boolean
}

/** How many instances a request is for: as many as have a uuid, else what it says. */
export function instanceCount({ request_spec: spec, instance_uuids: uuids }: NovaRequest): number {
  return uuids?.length || (spec.num_instances ?? 0)
}

/**
 * Refuses a request for more instances than are decided in one, before anything is made for each.
 *
 * @param path - where the number stands
 * @throws REQUEST_INVALID
 */
export function refuseTooMany(instances: number, path: string): void {
  if (!(instances > MOST_INSTANCES)) return
  const message = `${instances} instances: at most ${MOST_INSTANCES} are decided in one request`
  throw new NovaSchedError('REQUEST_INVALID', message, { path })
}

/** What is to be placed. */
export interface NovaRequestSpec {
  readonly num_instances?: number
  readonly instance_properties?: NovaInstanceProperties | null
  readonly instance_type?: NovaInstanceType | null
  readonly image?: NovaImage | null
}

/** The first instance. Memory in MiB, disk in GiB. */
export interface NovaInstanceProperties {
  readonly uuid?: string | null
  readonly project_id?: string | null
  readonly user_id?: string | null
  readonly os_type?: string | null
  readonly architecture?: string | null
  readonly vm_mode?: string | null
  readonly availability_zone?: string | null
  readonly image_ref?: string | null
  readonly vm_state?: string | null
  readonly task_state?: string | null
  readonly numa_topology?: Data | string | null
  readonly pci_requests?: Data | string | null
  readonly memory_mb?: number | null
  readonly vcpus?: number | null
  readonly root_gb?: number | null
  readonly ephemeral_gb?: number | null
}

/** The flavor. Memory and swap in MiB, disk in GiB. */
export interface NovaInstanceType {
  readonly id?: number | string | null
  readonly name?: string | null
  readonly flavorid?: string | null
  readonly memory_mb?: number | null
  readonly vcpus?: number | null
  readonly root_gb?: number | null
  readonly ephemeral_gb?: number | null
  readonly swap?: number | null
  readonly extra_specs?: Readonly<Record<string, string>> | null
}

/** The image; empty when there is none. */
export interface NovaImage {
  readonly id?: string | null
  readonly name?: string | null
  readonly properties?: Data | null
}

/** What filters are told beside the request spec. */
export interface NovaFilterProperties {
  readonly scheduler_hints?: Data | null
  readonly instance_type?: NovaInstanceType | null
  readonly ignore_hosts?: readonly string[] | null
  readonly force_hosts?: readonly string[] | null
  readonly force_nodes?: readonly string[] | null
  readonly group_updated?: boolean | null
  readonly group_hosts?: readonly string[] | null
  readonly group_policies?: readonly string[] | null
  readonly retry?: NovaRetry | null
  readonly pci_requests?: Data | string | null
  /** The server group, later than Kilo: `{uuid, policy, rules, members, hosts}`. */
  readonly instance_group?: Data | null
  /** Later than Kilo: `{host, node, cell, allow_cross_cell_move}`. */
  readonly requested_destination?: Data | null
}

/** Attempts so far, this one included. */
export interface NovaRetry {
  readonly num_attempts?: number | null
  /** Pairs of host and node. */
  readonly hosts?: readonly (readonly (string | null)[])[] | null
}
