import { NovaSchedError } from '../errors.ts'
import { cellOf, type Inventory } from '../inventory/inventory.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import type { ZoneChoice } from './availability-zone.ts'
import type { Data, NovaFilterProperties } from './nova-request.ts'
import type { RequestRules } from './rules.ts'
import type { ShortRequest } from './short-request.ts'

/** Cells that a message lists. */
const MOST_NAMED = 10

interface RequestedProperties {
  readonly properties: Pick<NovaFilterProperties, 'requested_destination'>
  readonly notes: readonly string[]
}

/**
 * The destination that a user asks for and the filters then look at, which is not a forced host. A node alone tells its
 * host, a host of one node that node.
 *
 * @param inventory - null when none is at hand: nothing is looked up then
 * @throws REQUEST_INVALID beside a forced host or node, and for a host, node or cell that is not known
 */
export function requestedDestination(
  { requested_destination: asked }: ShortRequest,
  { forceHosts, forceNodes }: ZoneChoice,
  inventory: Inventory | null,
  { making }: RequestRules,
): RequestedProperties {
  if (asked === undefined || asked === null) return { properties: {}, notes: [] }
  if (!making.destinationsAreRequested) {
    const note = 'requested_destination is ignored: Kilo has none; force a host with availability_zone: zone:host'
    return { properties: {}, notes: [note] }
  }
  if ((forceHosts ?? forceNodes) !== null) {
    throw misfit('a host or node is forced, and requested_destination asks for one: use one of them')
  }
  if (inventory !== null) checkCell(asked, inventory)
  const destination = inventory === null || !namesPlace(asked) ? unlocated(asked) : located(asked, inventory)
  return { properties: { requested_destination: destination }, notes: [] }
}

/** Only hosts of the cell are looked at, unless the move may leave it. */
function checkCell({ cell, allow_cross_cell_move: leaves }: Data, { hosts }: Inventory): void {
  const namesCells = hosts.some((host) => host.cell !== undefined)
  const cells = [...new Set(hosts.map(cellOf))]
  if (typeof cell !== 'string' || leaves === true || !namesCells || cells.includes(cell)) return
  const known = cells.slice(0, MOST_NAMED).join(', ')
  const more = cells.length > MOST_NAMED ? ` and ${cells.length - MOST_NAMED} more` : ''
  throw misfit(
    `requested_destination: cell ${cell} is not known${didYouMean(cell, cells)} (the inventory has ${known}${more})`,
  )
}

/** Nova is told a node, or none, with every host; a host of null is none, which Nova would refuse. */
function unlocated({ host, node, ...others }: Data): Data {
  return typeof host === 'string'
    ? { host, node: node ?? null, ...others }
    : { ...(node === undefined ? {} : { node }), ...others }
}

/** A move names the cell that it starts from, and no place. */
function namesPlace({ host, node }: Data): boolean {
  return typeof host === 'string' || typeof node === 'string'
}

function located(asked: Data, { hosts }: Inventory): Data {
  const { host, node } = asked
  const nodes = hosts
    .map((known) => ({ host: known.host, node: known.nodename ?? known.host }))
    .filter((known) => (typeof host !== 'string' || known.host === host) && (!node || known.node === node))
  const [first, second] = nodes
  if (first !== undefined)
    return { ...asked, host: first.host, node: second === undefined ? first.node : (node ?? null) }
  const asks = Object.entries({ host, node }).filter((each): each is [string, string] => typeof each[1] === 'string')
  const names = hosts.flatMap((known) => [known.host, known.nodename ?? known.host])
  const advice = didYouMean(asks[0]?.[1] ?? '', names)
  const named = asks.map(([what, name]) => `${what} ${name}`).join(', ')
  throw misfit(`requested_destination: ${named} is not known${advice}`)
}

function misfit(message: string): NovaSchedError {
  return new NovaSchedError('REQUEST_INVALID', message, { path: 'requested_destination' })
}
