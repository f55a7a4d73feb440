import type { Dice } from '../dice.ts'
import { enable, setOption, type Draft, type Values } from '../draft.ts'

const NAMES = [
  'cpu.frequency',
  'cpu.user.time',
  'cpu.kernel.time',
  'cpu.idle.time',
  'cpu.iowait.time',
  'cpu.user.percent',
  'cpu.kernel.percent',
  'cpu.idle.percent',
  'cpu.iowait.percent',
  'cpu.percent',
  'numa.membw.max',
  'numa.membw.current',
]

function measurement(dice: Dice, name: string): Values {
  const value = dice.pick([0, dice.int(0, 3000), dice.int(0, 100) / 100, 7.9])
  const valueless = { name, timestamp: '2026-01-02T03:04:05.000000', source: 'libvirt.LibvirtDriver' }
  const measured = { ...valueless, value }
  if (!dice.chance(0.03)) return measured
  return dice.pick<Values>([
    valueless,
    { ...valueless, numa_membw_values: { 0: dice.int(0, 3000) } },
    { ...measured, value: dice.pick(['5', ' 5', '5.5', '']) },
    { ...measured, value: null },
    { ...measured, timestamp: dice.pick([null, 'soon', '2026-01-02', '2026-02-30', '2026-01-02 03:04Z']) },
    { ...measured, source: null },
  ])
}

/** What monitors measured, and how much it weighs. */
export function metrics(draft: Draft): void {
  const { dice, hosts } = draft
  const measured = dice.some(NAMES, 1, 4)
  const oftenThere = dice.pick([1, 0.9, 0.5])
  for (const host of hosts) {
    const there = measured.filter(() => dice.chance(oftenThere))
    host['metrics'] = there.map((name) => measurement(dice, name))
  }
  const settings = dice
    .some([...measured, dice.pick(NAMES)], 1)
    .map((name) => `${name}=${dice.pick(['1.0', '-1', '0', '0.5', '2.25', '1e1'])}`)
  if (dice.chance(0.1)) settings.push(dice.pick(['cpu.percent', 'cpu.percent=', 'cpu.percent=many', '=1', 'x.y=1']))
  setOption(draft, 'metrics', 'weight_setting', settings.join(dice.pick([',', ', '])))
  if (dice.chance(0.6)) setOption(draft, 'metrics', 'required', dice.chance(0.3))
  if (dice.chance(0.4)) setOption(draft, 'metrics', 'weight_of_unavailable', dice.pick(['-5.0', '0', '-100', '2.5']))
  if (dice.chance(0.4)) setOption(draft, 'metrics', 'weight_multiplier', dice.pick(['1.0', '-2', '0', '0.5']))
  if (dice.chance(0.5)) enable(draft, 'MetricsFilter')
}
