import { readRequest, type Host } from '@nova-sched/core/bench'
import { lcg } from './lcg.ts'
import { requestFor } from './shapes.ts'
import type { Workload } from './workloads.ts'
import type { World } from './world.ts'

/** Tells requests of others from those that are timed. */
const OTHER_NUMBER = 1

/** What happens between two decisions: gives the places that it changed. */
export type Between = (placed: readonly number[]) => readonly number[]

/** What happens between the decisions of a workload, the same in every run. */
export function betweenIn(world: World): Between {
  const { between } = world.scene.workload
  return between === undefined ? () => [] : BETWEEN[between](world)
}

const BETWEEN: Record<NonNullable<Workload['between']>, (world: World) => Between> = {
  'a tenth of the hosts changes': aTenthChanges,
  'an instance leaves': anInstanceLeaves,
}

/** Small instances come and go by another way. */
function aTenthChanges({ states, table, scene }: World): Between {
  const { release } = scene.workload
  const draw = lcg(7)
  const tiny = { memoryMb: 64, vcpus: 1, diskGb: 1, extraSpecs: {} }
  const request = readRequest(requestFor(tiny, OTHER_NUMBER, { release, instances: 1, aliases: [] }), release)
  const count = table.hosts.length
  const withTiny = new Set<number>()
  return () =>
    Array.from({ length: Math.ceil(count / 10) }, () => {
      const place = draw(count)
      const host = table.hosts[place] as Host
      if (withTiny.delete(place)) giveBack(states, host, request.uuid)
      else {
        states.claim(host, request)
        withTiny.add(place)
      }
      return place
    })
}

/** Half of the hosts that had room are full at any time. */
function anInstanceLeaves({ states, table, requests }: World): Between {
  const most = table.hosts.length / 20
  const placed: number[] = []
  const uuid = requests[0]?.uuid ?? null
  return (places) => {
    placed.push(...places)
    if (placed.length <= most) return []
    const left = placed.shift() as number
    giveBack(states, table.hosts[left] as Host, uuid)
    return [left]
  }
}

function giveBack(states: World['states'], { host, nodename }: Host, uuid: string | null): void {
  if (!states.release({ host, nodename, uuid })) throw new Error(`${host} has no such instance`)
}
