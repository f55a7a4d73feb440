import type { Inventory, NovaRequest } from '@nova-sched/core'
import { median } from './measure.ts'
import { asked, confText, makeScene } from './scene.ts'
import type { TimedRow } from './time-row.ts'
import { workloadNamed } from './workloads.ts'

/** What the real Nova is asked: so many decisions, each on the hosts as the inventory has them. */
export interface NovaQuestion {
  /** The text of nova.conf. */
  readonly conf: string
  readonly inventory: Inventory
  /** They take turns; the first round, which is not told, begins with the first. */
  readonly requests: readonly NovaRequest[]
  readonly rounds: number
}

/** How long the rounds took, and the node that the first instance of each went to. */
export interface NovaAnswer {
  readonly milliseconds: readonly number[]
  readonly nodes: readonly string[]
}

/** The real Nova, as far as it is there. */
export interface Nova {
  /** Why it cannot be asked, in a sentence; null when it can. */
  readonly whyNot: () => string | null
  readonly time: (question: NovaQuestion) => Promise<NovaAnswer>
}

/** In this mode a request object goes in, as with Nova; larger clouds take it too long. */
const NOVA_OF = { workload: 'repeating-spread', mode: 'end_to_end', mostHosts: 10_000 } as const

/** Rounds in clouds of so many hosts and more. */
const ROUNDS = [
  { hosts: 10_000, full: 5, quick: 1 },
  { hosts: 1000, full: 11, quick: 5 },
  { hosts: 0, full: 31, quick: 11 },
] as const

/** Whether a row is compared with the real Nova. */
export function isForNova({ workload, mode, hosts }: Pick<TimedRow['row'], 'workload' | 'mode' | 'hosts'>): boolean {
  return workload === NOVA_OF.workload && mode === NOVA_OF.mode && hosts <= NOVA_OF.mostHosts
}

/**
 * Times the real Nova on the hosts and first requests of a row.
 *
 * @returns the row, with how many times as fast as Nova it is
 * @throws when Nova breaks, or chooses another node
 */
export async function besideNova(
  { row, firstNodes }: TimedRow,
  nova: Nova,
  isQuick: boolean,
): Promise<TimedRow['row']> {
  const { hosts, mode } = row
  const scene = makeScene({
    workload: workloadNamed(row.workload),
    mode,
    hosts,
    decisions: firstNodes.length,
    openb: '',
  })
  const requests = firstNodes.map((_, number) => asked(scene, scene.shapeAt(number), number))
  const rounds = ROUNDS.find((each) => hosts >= each.hosts)?.[isQuick ? 'quick' : 'full'] ?? 1
  const { milliseconds, nodes } = await nova.time({
    conf: confText(scene.workload),
    inventory: scene.inventory,
    requests,
    rounds,
  })
  for (const [at, node] of nodes.entries()) {
    const ours = firstNodes[(at + 1) % firstNodes.length]
    if (node !== ours) throw new Error(`${row.workload}, ${hosts} hosts: Nova chooses ${node}, we choose ${ours}`)
  }
  return { ...row, times_nova: Math.round((median(milliseconds) * 1000) / row.median_us) }
}
