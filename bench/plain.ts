import { Recorder, schedule, type Request } from '@nova-sched/core/bench'
import type { Rng } from './choice.ts'
import type { World } from './world.ts'

/**
 * Decides a request by asking every plugin of every host, with nothing remembered, and claims the places.
 *
 * @returns the nodes that its instances go to
 * @throws what a plugin throws, and NO_VALID_HOST
 */
export async function decidePlainly(
  { made, states, table }: World,
  request: Request,
  rng: Rng,
): Promise<readonly string[]> {
  const placement = {
    ...made,
    states,
    rng,
    engineOf: () => null,
    onJoin: () => undefined,
    observer: new Recorder({ top: 0 }),
    signal: new AbortController().signal,
    first: 0,
  }
  const destinations = await schedule(placement, table.hosts, request)
  return destinations.map(({ nodename }) => nodename ?? '')
}
