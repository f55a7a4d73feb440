import { didYouMean } from '../util/documents/near-names.ts'
import { parseIntText, PYTHON_3 } from '../plugin/python.ts'
import type { Inventory, InventoryServerGroup } from './inventory.ts'
import { namesOf, remarkOn } from './remarks.ts'
import type { Located, Remark } from './remarks.ts'

/** The policies that Nova's filters and weighers heed. */
export const GROUP_POLICIES: readonly string[] = ['affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity']
const MOST_RULE = 'max_server_per_host'

/** What is odd about server groups: policies, rules, and members that are on no host. */
export function groupRemarks({ server_groups: groups, hosts }: Inventory, places: readonly Located[]): Remark[] {
  if (groups.length === 0) return []
  const placed = new Set(hosts.flatMap(({ instances = [] }) => instances.map(({ uuid }) => uuid)))
  return places.flatMap((at, index) => {
    const group = groups[index]
    if (group === undefined) return []
    const missing = group.members.filter((uuid) => !placed.has(uuid))
    const told = [
      ...policyTexts(group).map((text) => ['policies', text] as const),
      ...ruleTexts(group).map((text) => ['rules', text] as const),
      ...(missing.length === 0 ? [] : [['members', `on no host: ${namesOf(missing, 'members')}`] as const]),
    ]
    return told.map(([field, text]) =>
      remarkOn(at, 'warning', `server group ${group.name ?? group.id}: ${text}`, [field]),
    )
  })
}

function policyTexts({ policies }: InventoryServerGroup): readonly string[] {
  if (policies.length === 0) return ['it has no policy: nothing is decided by it']
  const unknown = policies.filter((policy) => !GROUP_POLICIES.includes(policy))
  return [
    ...(policies.length > 1
      ? [`it has ${policies.length} policies: ${policies.join(', ')}; later releases heed the first`]
      : []),
    ...unknown.map(
      (policy) =>
        `the policy ${policy || "''"} is not known, and nobody looks at it${didYouMean(policy, GROUP_POLICIES)}`,
    ),
  ]
}

function ruleTexts({ rules }: InventoryServerGroup): readonly string[] {
  return Object.entries(rules ?? {}).flatMap(([name, value]) => {
    if (name !== MOST_RULE) return [`the rule ${name} is not known; known is ${MOST_RULE}`]
    const number = parseIntText(String(value), PYTHON_3)
    if (number === undefined) return [`${MOST_RULE} is no whole number (${JSON.stringify(value)}): Nova breaks on it`]
    return number < 1 ? [`${MOST_RULE} is ${number}: with less than 1 every host is full`] : []
  })
}
