import { NovaSchedError } from '../errors.ts'
import { GROUP_POLICIES } from '../inventory/check-groups.ts'
import type { Inventory, InventoryServerGroup } from '../inventory/inventory.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import type { ShortRequest } from './short-request.ts'

/**
 * The server group that a request names, in `group` or in the hint `group`, by uuid or name.
 *
 * @returns null when it names none
 * @throws SERVER_GROUP_NOT_FOUND; REQUEST_INVALID when both name a group, and not the same
 */
export function findServerGroup(
  { group, hints }: Pick<ShortRequest, 'group' | 'hints'>,
  groups: readonly InventoryServerGroup[],
): InventoryServerGroup | null {
  const hint = hints?.['group']
  const named = [group, hint].filter((name) => name !== undefined && name !== null && name !== '')
  const [found, other] = named.map((name) => namedGroup(name, groups))
  if (found !== undefined && other !== undefined && found !== other) {
    const message = `group is ${String(group)}, and hints.group is ${String(hint)}: name one server group`
    throw new NovaSchedError('REQUEST_INVALID', message, { path: 'group' })
  }
  return found ?? null
}

/** A note for each policy that nobody heeds; texts alone are policies. */
export function policyNotes(policies: readonly unknown[]): readonly string[] {
  return policies
    .filter((policy): policy is string => typeof policy === 'string' && !GROUP_POLICIES.includes(policy))
    .map((policy) => {
      const hint = didYouMean(policy, GROUP_POLICIES)
      return `no filter or weigher heeds the policy ${policy || "''"} of the server group${hint}`
    })
}

/** The hosts of a group's members, in the order of the inventory, each once. */
export function hostsOfGroup(
  { members }: InventoryServerGroup,
  { hosts }: Pick<Inventory, 'hosts'>,
): readonly string[] {
  const wanted = new Set(members)
  const holding = hosts.filter(({ instances = [] }) => instances.some(({ uuid }) => wanted.has(uuid)))
  return [...new Set(holding.map(({ host }) => host))]
}

function namedGroup(asked: unknown, groups: readonly InventoryServerGroup[]): InventoryServerGroup {
  if (typeof asked !== 'string') {
    throw new NovaSchedError('REQUEST_INVALID', 'hints.group: must be the id or the name of a server group', {
      path: 'hints.group',
    })
  }
  const found = groups.find(({ id }) => id === asked) ?? groups.find(({ name }) => name === asked)
  if (found !== undefined) return found
  const names = groups.map(({ id, name }) => name ?? id)
  const known =
    names.length === 0 ? 'the inventory has no server groups' : `the inventory has ${names.slice(0, 10).join(', ')}`
  const message = `server group ${asked} is not known${didYouMean(asked, names)} (${known})`
  throw new NovaSchedError('SERVER_GROUP_NOT_FOUND', message, { group: asked })
}
