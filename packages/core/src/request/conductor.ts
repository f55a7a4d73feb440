import { NovaSchedError } from '../errors.ts'
import type { Inventory, InventoryServerGroup } from '../inventory/inventory.ts'
import type { Data, NovaFilterProperties } from './nova-request.ts'
import type { RequestRules } from './rules.ts'
import { hostsOfGroup } from './server-group.ts'
import type { ShortRetry } from './short-request.ts'

/** The policies that Kilo knows, and the filter that each needs. */
const POLICY_FILTERS = {
  affinity: 'ServerGroupAffinityFilter',
  'anti-affinity': 'ServerGroupAntiAffinityFilter',
} as const

type GroupProperties = Pick<NovaFilterProperties, 'group_updated' | 'group_hosts' | 'group_policies'>

/**
 * What Kilo's conductor tells filters of the server group (`setup_instance_group`): nothing unless one of the two
 * group filters is in `scheduler_default_filters` and the group has one of their policies.
 *
 * @returns the properties to add, and what an operator should know
 * @throws UNSUPPORTED_POLICY when the group has a policy whose filter is not enabled while the other one is
 */
export function groupProperties(
  group: InventoryServerGroup,
  inventory: Pick<Inventory, 'hosts'>,
  { enabledFilters, making: { enabledFiltersOption: option } }: RequestRules,
): { readonly properties: GroupProperties; readonly notes: readonly string[] } {
  const name = group.name ?? group.id
  const policies = Object.entries(POLICY_FILTERS).filter(([policy]) => group.policies.includes(policy))
  const ignored = (why: string) => ({ properties: {}, notes: [`server group ${name} is ignored: ${why}`] })
  if (!Object.values(POLICY_FILTERS).some((filter) => enabledFilters.includes(filter))) {
    return ignored(`neither ${Object.values(POLICY_FILTERS).join(' nor ')} is in ${option}`)
  }
  if (policies.length === 0) {
    const what =
      group.policies.length === 0 ? 'it has no policy' : `Kilo does not know the policy ${group.policies.join(', ')}`
    return ignored(what)
  }
  for (const [policy, filter] of policies) {
    if (enabledFilters.includes(filter)) continue
    throw unsupportedPolicy(group, policy, { filter }, option)
  }
  const hosts = hostsOfGroup(group, inventory)
  return { properties: { group_updated: true, group_hosts: hosts, group_policies: group.policies }, notes: [] }
}

/** The policies of later releases, and the filter or weigher that each needs. */
const POLICY_PLUGINS: Readonly<Record<string, string>> = {
  ...POLICY_FILTERS,
  'soft-affinity': 'ServerGroupSoftAffinityWeigher',
  'soft-anti-affinity': 'ServerGroupSoftAntiAffinityWeigher',
}

const ALL_WEIGHERS = 'nova.scheduler.weights.all_weighers'

/**
 * The server group as later conductors tell it: one policy, its rules, its members with all new instances among them,
 * and the hosts of members. Other policies than the four are told, and nobody looks at them.
 *
 * @param uuids - of the instances that are about to join
 * @throws UNSUPPORTED_POLICY when the filter or weigher that the policy needs is not enabled
 */
export function groupObject(
  group: InventoryServerGroup,
  inventory: Pick<Inventory, 'hosts'>,
  uuids: readonly string[],
  { enabledFilters, weightClasses, making: { enabledFiltersOption } }: RequestRules,
): Data {
  const [policy = null] = group.policies
  const needed = policy === null ? undefined : POLICY_PLUGINS[policy]
  const isWeigher = needed?.endsWith('Weigher') === true
  const isEnabled = isWeigher
    ? weightClasses.some((name) => name === ALL_WEIGHERS || name.split('.').at(-1) === needed)
    : enabledFilters.includes(needed ?? '')
  if (needed !== undefined && !isEnabled) {
    const option = isWeigher ? '[filter_scheduler] weight_classes' : enabledFiltersOption
    throw unsupportedPolicy(group, policy, { plugin: needed }, option)
  }
  return {
    uuid: group.id,
    policy,
    rules: group.rules ?? {},
    members: [...new Set([...group.members, ...uuids])],
    hosts: hostsOfGroup(group, inventory),
  }
}

/** @param needed - what is not enabled, by the name under which the error's details have it */
function unsupportedPolicy(
  group: InventoryServerGroup,
  policy: string | null,
  needed: { readonly filter: string } | { readonly plugin: string },
  option: string,
): NovaSchedError {
  const name = group.name ?? group.id
  const plugin = 'filter' in needed ? needed.filter : needed.plugin
  const message = `ServerGroup policy is not supported: ${plugin} not configured (server group ${name} has the policy ${policy}; add ${plugin} to ${option})`
  return new NovaSchedError('UNSUPPORTED_POLICY', message, { group: name, policy, ...needed })
}

/** What {@link retryProperties} reads. */
export interface Attempt {
  /** Attempts before this one; undefined or null when this is the first. */
  readonly retry: ShortRetry | null | undefined
  readonly forceHosts: readonly string[]
  readonly forceNodes: readonly string[]
  /** Uuid of the first instance. */
  readonly uuid: string
}

/**
 * The retry record that Kilo's conductor makes (`populate_retry`): one attempt more than before. There is none with a
 * single attempt allowed, or with exactly one forced host or node; what was given stays as it is then.
 *
 * @throws MAX_ATTEMPTS_INVALID when `scheduler_max_attempts` is below 1, NO_VALID_HOST when all attempts are used up
 */
export function retryProperties(
  { retry, forceHosts, forceNodes, uuid }: Attempt,
  { maxAttempts }: RequestRules,
): Pick<NovaFilterProperties, 'retry'> {
  if (maxAttempts < 1) {
    const message = `Invalid value for 'scheduler_max_attempts', must be >= 1: it is ${maxAttempts}`
    throw new NovaSchedError('MAX_ATTEMPTS_INVALID', message, { option: 'scheduler_max_attempts', value: maxAttempts })
  }
  if (maxAttempts === 1 || forceHosts.length === 1 || forceNodes.length === 1) return retry ? { retry } : {}
  const { num_attempts: before = 0, hosts = [], exc = null } = retry ?? {}
  if (before + 1 > maxAttempts) {
    const reason = `Exceeded max scheduling attempts ${maxAttempts} for instance ${uuid}. Last exception: ${exc ?? 'None'}`
    const message = `No valid host was found. ${reason}`
    throw new NovaSchedError('NO_VALID_HOST', message, { maxAttempts, hosts, exception: exc })
  }
  return { retry: { num_attempts: before + 1, hosts } }
}
