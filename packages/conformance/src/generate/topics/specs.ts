import { addExtraSpecs, enable, tagAggregates, type Draft } from '../draft.ts'
import type { Dice } from '../dice.ts'

const NUMBERS = [
  'free_ram_mb',
  'free_disk_mb',
  'vcpus_total',
  'vcpus_used',
  'num_instances',
  'num_io_ops',
  'disk_mb_used',
]
const MORE_NUMBERS = [
  'total_usable_ram_mb',
  'total_usable_disk_gb',
  'hypervisor_version',
  'failed_builds',
  'ram_allocation_ratio',
]
const TEXTS = ['hypervisor_type', 'host', 'nodename', 'host_ip', 'hypervisor_hostname', 'cpu_info']
const PATHS = ['cpu_info:vendor', 'cpu_info:model', 'cpu_info:arch', 'cpu_info:features', 'cpu_info:topology:cores']
const STATS = ['num_os_type_linux', 'num_vm_active', 'io_workload', 'stats:io_workload']
const ODD = [
  'no_such',
  'cpu_info:nope',
  'hypervisor_type:x',
  'cpu_info:topology:cores:x',
  'service:host',
  '__class__',
  'limits:x',
  'cpu_info:topology',
]

/** What a host's capability must be. */
function demand(dice: Dice, values: readonly string[]): string {
  const value = (): string => dice.pick(values)
  const forms: readonly (() => string)[] = [
    value,
    () => `${dice.pick(['=', '==', '!=', '>=', '<='])} ${value()}`,
    () => `${dice.pick(['s==', 's!=', 's<', 's<=', 's>', 's>='])} ${value()}`,
    () => `<or> ${value()} <or> ${value()}`,
    () => `<in> ${value()}`,
    () => `<all-in> ${value()} ${value()}`,
  ]
  const odd: readonly (() => string)[] = [
    () =>
      dice.pick([
        '>= abc',
        '== 4GB',
        '> 4',
        '>=4',
        '>=',
        '<or>',
        ' ',
        '',
        '<or> 1 2 <or>',
        '>= 1_000',
        '== nan',
        '<= inf',
        '>= 1e3',
        '  >= 2',
      ]),
    () => ` ${value()}`,
  ]
  return dice.pick(dice.chance(0.1) ? odd : forms)()
}

/** Capabilities that a flavor demands of hosts. */
export function capabilities(draft: Draft): void {
  const { dice, requests } = draft
  enable(draft, 'ComputeCapabilitiesFilter')
  for (const request of requests) {
    const specs: Record<string, string> = {}
    for (let left = dice.int(1, 3); left > 0; left -= 1) {
      const [names, values] = family(dice)
      const scope = dice.pick(['capabilities:', 'capabilities:', 'capabilities:', '', 'hw:', 'quota:'])
      specs[`${scope}${dice.pick(names)}`] = demand(dice, values)
    }
    addExtraSpecs(request, specs)
  }
}

function family(dice: Dice): readonly [names: readonly string[], values: readonly string[]] {
  const numbers = ['0', '1', '2', '4', '8', '1024', '4096', '16384', '1.5']
  if (dice.chance(0.5)) return [dice.chance(0.7) ? NUMBERS : MORE_NUMBERS, numbers]
  if (dice.chance(0.3)) return [STATS, numbers]
  if (dice.chance(0.15)) return [ODD, [...numbers, 'x']]
  return [
    dice.chance(0.5) ? TEXTS : PATHS,
    ['QEMU', 'Intel', 'AMD', 'x86_64', 'Haswell', 'aes', 'vmx', 'host1', 'node0', 'xen', '2'],
  ]
}

/** Keys whose values are all numbers, or all words: where they mix, Nova's answer hangs on the order of a set. */
const AGGREGATE_KEYS: readonly (readonly [key: string, values: readonly string[]])[] = [
  ['gpus', ['0', '1', '2', '4', '8']],
  ['bandwidth', ['1.5', '10', '1e2']],
  ['ssd', ['true', 'false', 'True']],
  ['rack', ['r1', 'r2', 'r10']],
  ['a:b', ['x', 'y']],
  ['cpu_info', ['Intel', 'AMD']],
]

/** Flavors that ask for aggregates. */
export function aggregateSpecs(draft: Draft): void {
  const { dice, requests } = draft
  enable(draft, 'AggregateInstanceExtraSpecsFilter')
  const chosen = dice.some(AGGREGATE_KEYS, 1, 3)
  tagAggregates(draft, () =>
    Object.fromEntries(
      dice
        .some(chosen)
        .map(([key, values]) => [key, dice.chance(0.2) ? dice.some(values, 2).join(', ') : dice.pick(values)]),
    ),
  )
  for (const request of requests) {
    const specs = dice.some(chosen).map(([key, values]) => {
      const scope = dice.pick([
        'aggregate_instance_extra_specs:',
        'aggregate_instance_extra_specs:',
        '',
        'capabilities:',
      ])
      return [`${scope}${key}`, demand(dice, values)] as const
    })
    addExtraSpecs(request, Object.fromEntries(specs))
    if (dice.chance(0.05)) addExtraSpecs(request, { 'aggregate_instance_extra_specs:absent': '1' })
  }
}
