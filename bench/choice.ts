import { growGroup, ofInstance, type Host, type Prepared, type Ranking, type Request } from '@nova-sched/core/bench'
import type { World } from './world.ts'

/** Draws a number in [0, 1). */
export type Rng = () => number

/** Chooses places for the instances of a request, and claims them. */
export type Choose = (request: Request) => readonly number[]

/**
 * What is left of a decision when its request has been read and prepared: catching up with what changed, choosing, and
 * claiming. A request is prepared when it is met for the first time, and for each of several instances.
 *
 * @throws when no host is left for an instance
 */
export function chooser(world: World, rng: Rng): Choose {
  const { engine, made } = world
  const { subsetSize } = made.selection
  const prepared = new Map<Request, Prepared>()
  return (request) => {
    if (request.numInstances > 1) return chooseApart(world, request)
    let plan = prepared.get(request)
    if (plan === undefined) prepared.set(request, (plan = engine.prepare(request, false)))
    const ranking = engine.shared(plan)
    ranking.catchUp()
    const place = taken(subsetSize > 1 ? oneOf(ranking, subsetSize, rng) : ranking.best())
    claim(world, place, request)
    return [place]
  }
}

function chooseApart(world: World, asked: Request): readonly number[] {
  const { engine, table } = world
  const places: number[] = []
  let request = asked
  let ranking: Ranking | null = null
  while (places.length < asked.numInstances) {
    request = ofInstance(request, places.length)
    const plan = engine.prepare(request, places.length > 0)
    if (ranking === null) (ranking = engine.own(plan)).catchUp()
    else ranking.goOn(plan)
    const place = taken(ranking.best())
    request = growGroup(claim(world, place, request), table.hosts[place] as Host)
    ranking.order?.choose(place)
    places.push(place)
  }
  return places
}

/** Gives the request as the claim left it. */
function claim({ states, table }: World, place: number, asked: Request): Request {
  const { fault, request } = states.claim(table.hosts[place] as Host, asked)
  if (fault !== undefined) throw fault
  return request
}

function oneOf(ranking: Ranking, count: number, rng: Rng): number | null {
  const best = ranking.top(count)
  return best[Math.floor(rng() * best.length)] ?? null
}

function taken(place: number | null): number {
  if (place === null) throw new Error('no host is left: the time would mean nothing')
  return place
}
