import type { Dice } from '../dice.ts'
import { addHints, enable, type Draft } from '../draft.ts'

const NUMBERS = [
  '$free_ram_mb',
  '$free_disk_mb',
  '$vcpus_total',
  '$vcpus_used',
  '$num_instances',
  '$num_io_ops',
  '$total_usable_ram_mb',
]
const TEXTS = ['$host', '$nodename', '$hypervisor_type', '$host_ip', '$hypervisor_hostname']
const ODD = [
  '$no_such',
  '$service.disabled',
  '$service.no',
  '$stats.num_instances',
  '$limits.x',
  '$free_ram_mb.x',
  '$',
  '$disk_allocation_ratio',
]
const COMPARISONS = ['=', '<', '>', 'in', '<=', '>=']

/** JSON queries, most of them sound. */
export function queries(draft: Draft): void {
  const { dice, requests } = draft
  enable(draft, 'JsonFilter')
  for (const request of requests) addHints(request, { query: hint(dice) })
}

function hint(dice: Dice): unknown {
  const text = JSON.stringify(expression(dice, 3))
  if (!dice.chance(0.08)) return dice.chance(0.5) ? text : [text]
  return dice.pick<unknown>(['', '{', '[]', '"x"', '7', 'null', '["and"]', '{"a": 1}', [], [text, text], ['[]']])
}

function expression(dice: Dice, depth: number): unknown {
  if (depth > 0 && dice.chance(0.45)) {
    const [name, least, most] = dice.pick([
      ['and', 1, 3],
      ['or', 1, 3],
      ['not', 1, 1],
    ] as const)
    return [name, ...Array.from({ length: dice.int(least, most) }, () => expression(dice, depth - 1))]
  }
  if (dice.chance(0.06))
    return dice.pick<unknown>([[], true, false, null, ['not'], ['and'], ['nope', 1, 2], 5, ['=', 1]])
  return dice.chance(0.7) ? compareNumbers(dice) : compareTexts(dice)
}

function compareNumbers(dice: Dice): unknown[] {
  const names = dice.chance(0.1) ? ODD : NUMBERS
  const value = (): unknown => dice.pick<unknown>([0, 1, 4, dice.int(0, 40), 1024, 4096, 8192, 1.5, dice.pick(NUMBERS)])
  const odd = (): unknown => dice.pick<unknown>(['8', null, '', true, 'abc'])
  const values = Array.from({ length: dice.pick([1, 1, 1, 2, 3]) }, () => (dice.chance(0.06) ? odd() : value()))
  return [dice.pick(COMPARISONS), dice.pick(names), ...values]
}

function compareTexts(dice: Dice): unknown[] {
  const value = (): string => dice.pick(['host0', 'host1', 'host3', 'node1', 'QEMU', 'xen', '192.168.0.1', 'z'])
  return [dice.pick(COMPARISONS), dice.pick(TEXTS), ...Array.from({ length: dice.int(1, 3) }, value)]
}
