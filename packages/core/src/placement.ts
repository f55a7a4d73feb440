import type { Engine } from './engine/engine.ts'
import { NovaSchedError } from './errors.ts'
import type { FilterAtWork } from './filter/filter-at-work.ts'
import type { HostStates } from './hosts/host-states.ts'
import type { HostTable } from './hosts/host-table.ts'
import type { Host } from './plugin/host.ts'
import type { Request } from './plugin/request.ts'
import type { Rules } from './plugin/rules.ts'
import type { Destination } from './plugin/scheduler-driver.ts'
import type { Observer } from './record/observer.ts'
import type { SelectionRules } from './select/select.ts'
import type { Rng } from './util/rng.ts'
import type { WeigherAtWork } from './weigh/weigher-at-work.ts'

/** What places the instances of a request, and what it works on. */
export interface Placement {
  readonly filters: readonly FilterAtWork[]
  readonly weighers: readonly WeigherAtWork[]
  readonly states: HostStates
  /** What remembers answers about the hosts of a table; null where nothing does. */
  readonly engineOf: (table: HostTable) => Engine | null
  readonly rules: Rules
  readonly selection: SelectionRules
  /** How many other hosts come with each choice, where the request asks for them. */
  readonly mostAlternates: number
  readonly rng: Rng
  /** Is told of an instance that is known on its host from now on. */
  readonly onJoin: (host: string, uuid: string) => void
  /** Is told of every step. */
  readonly observer: Observer
  readonly signal: AbortSignal
  /** Number that the first of the instances has within the request, from 0: a driver may place some before. */
  readonly first: number
}

/** Hosts between two instances of a request. */
export interface Field {
  /** All hosts, claims included. */
  readonly hosts: readonly Host[]
  /** Places of those that are still in, in the order in which the next instance sees them. */
  readonly candidates: readonly number[]
  /** The filters that they passed last. */
  readonly asked: readonly FilterAtWork[]
  /** The request as it has become. */
  readonly request: Request
}

/** A host as a destination, with the limits that are on it now. */
export function destinationOf(host: Host, states: HostStates): Destination {
  return { host: host.host, nodename: host.nodename, limits: states.limitsOf(host) }
}

/** Where a release tells the uuids of all instances, filters see that of the one in hand. */
export function ofInstance(request: Request, placed: number): Request {
  const uuid = request.instanceUuids?.[placed]
  return uuid === undefined || uuid === request.uuid ? request : Object.freeze({ ...request, uuid })
}

/** Why a request ended before all of its instances were placed: no host was found for one, or it was interrupted. */
export function notAllPlaced(
  placed: readonly Destination[],
  { numInstances }: Request,
  goesOn: boolean,
): NovaSchedError {
  if (!goesOn) {
    return new NovaSchedError('INTERRUPTED', `Interrupted after ${placed.length} of ${numInstances} instances.`, {
      placed,
    })
  }
  const message = 'No valid host was found. There are not enough hosts available.'
  return new NovaSchedError('NO_VALID_HOST', message, { placed })
}
