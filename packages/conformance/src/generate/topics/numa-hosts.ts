import type { Dice } from '../dice.ts'
import type { Values } from '../draft.ts'

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_none, index) => from + index)

/** NUMA cells of a host: symmetric ones most of the time, with shared, dedicated or both kinds of CPUs. */
export function hostTopology(dice: Dice): Values {
  const count = dice.pick([1, 2, 2, 2, 3, 4])
  const threads = dice.pick([1, 2, 2])
  const cores = dice.int(2, 4)
  const use = dice.pick([...USES, ...USES.slice(2)])
  const interleaved = dice.chance(0.3)
  const oneSize = dice.pick([1024, 2048, 4096])
  const cells = range(0, count).map((id) => {
    const groups = range(0, cores).map((core) =>
      range(0, threads).map((thread) =>
        interleaved ? id * cores + core + thread * cores * count : id * cores * threads + core * threads + thread,
      ),
    )
    return cell(dice, id, groups, { use, memory: dice.chance(0.9) ? oneSize : oneSize * 2 })
  })
  if (dice.chance(0.7))
    for (const one of cells) one['socket'] = dice.chance(0.5) ? one['id'] : Math.floor(Number(one['id']) / 2)
  return { cells: dice.chance(0.05) ? dice.shuffled(cells) : cells }
}

/** How a host's CPUs are given out: which are shared, which dedicated. */
const USES: readonly ((dice: Dice, cpus: readonly number[]) => Values)[] = [
  (_dice, cpus) => ({ cpuset: [...cpus], pcpuset: [] }),
  (_dice, cpus) => ({ cpuset: [], pcpuset: [...cpus] }),
  (_dice, cpus) => ({ cpuset: [...cpus], pcpuset: [...cpus] }),
  (dice, cpus) => {
    const border = dice.int(0, cpus.length)
    return { cpuset: cpus.slice(0, border), pcpuset: cpus.slice(border) }
  },
]

function cell(
  dice: Dice,
  id: number,
  groups: readonly (readonly number[])[],
  { use, memory }: { use: (typeof USES)[number]; memory: number },
): Values {
  const cpus = groups.flat()
  const sets = use(dice, cpus)
  return {
    id,
    ...sets,
    memory,
    cpu_usage: dice.pick([0, 0, 1, dice.int(0, cpus.length * 2)]),
    memory_usage: dice.pick([0, 0, 256, 512, dice.int(0, memory)]),
    mempages: pages(dice, memory),
    siblings: dice.chance(0.02) ? [] : groups.map((group) => [...group]),
    pinned_cpus: dice.chance(0.6) ? [] : dice.some(sets['pcpuset'] as number[], 0, 2),
  }
}

function pages(dice: Dice, memory: number): Values[] {
  if (dice.chance(0.15)) return []
  const large = dice.pick([0, 64, 128, memory / 4])
  const giant = dice.pick([0, 0, 1, 2])
  const pool = (size_kb: number, total: number): Values => ({
    size_kb,
    total,
    used: dice.pick([0, 0, dice.int(0, total)]),
    ...(dice.chance(0.15) ? { reserved: dice.int(0, Math.min(total, 64)) } : {}),
  })
  return [
    pool(4, memory * 256 - large * 512),
    ...(large > 0 ? [pool(2048, large)] : []),
    ...(giant > 0 ? [pool(1048576, giant)] : []),
  ]
}
