import type { InstanceTrace, WeighedHost } from '@nova-sched/core'
import { renderTable, renderText, tableWidth } from './table.ts'
import { numberText, placeText } from './words.ts'

const RIGHT = 'right' as const
const PLACE_COLUMNS = [{ header: 'HOST' }, { header: 'WEIGHT', align: RIGHT }]

/**
 * Hosts with what every weigher gave them: one line a host where that fits the terminal, else one line a weigher.
 * Weighers that tell none of them apart are named below.
 *
 * @param width - columns of the terminal; 0 for as wide as it comes
 */
export function weightsTable(weighed: readonly WeighedHost[], chosen: InstanceTrace['chosen'], width: number): string {
  const all = Object.keys(weighed[0]?.weighers ?? {})
  const names = all.filter((name) => new Set(weighed.map(({ weighers }) => shareText(weighers[name]))).size > 1)
  const places = weighed.map((host) => [markedPlace(host, chosen), numberText(host.weight)] as const)
  const shares = weighed.map(({ weighers }) => names.map((name) => shareText(weighers[name])))
  const legend = renderText('(raw → normalised × multiplier; * chosen)', width) + alikeText(weighed[0], names, width)
  const wide = [...PLACE_COLUMNS, ...names.map((header) => ({ header, align: RIGHT }))]
  const wideRows = places.map((place, index) => [...place, ...(shares[index] as string[])])
  if (width === 0 || tableWidth(wide, wideRows) <= width) return renderTable(wide, wideRows, width) + legend
  const long = [...PLACE_COLUMNS, { header: 'WEIGHER' }, { header: 'SHARE', align: RIGHT }]
  const longRows = places.flatMap((place, index) =>
    names.map((name, at) => [...(at === 0 ? place : ['', '']), name, shares[index]?.[at] as string]),
  )
  return renderTable(long, longRows, width) + legend
}

/** The filters of an instance, with the hosts before and after each. */
export function funnelTable(funnel: InstanceTrace['funnel'], width: number): string {
  if (funnel.length === 0) return renderText('No filter was asked.', width)
  const steps = funnel.map(({ filter, before, after }) => [filter, String(before), String(after)])
  const columns = [{ header: 'FILTER' }, { header: 'BEFORE', align: RIGHT }, { header: 'AFTER', align: RIGHT }]
  return renderTable(columns, steps, width)
}

function alikeText(host: WeighedHost | undefined, shown: readonly string[], width: number): string {
  const alike = Object.entries(host?.weighers ?? {}).filter(([name]) => !shown.includes(name))
  if (alike.length === 0) return ''
  const names = alike.map(([name]) => name).join(', ')
  const together = alike.reduce((sum, [, { normalized, multiplier }]) => sum + normalized * multiplier, 0)
  return renderText(
    `The same for all of them: ${names} (${alike.length > 1 ? 'together ' : ''}${numberText(together)})`,
    width,
  )
}

function markedPlace(host: WeighedHost, chosen: InstanceTrace['chosen']): string {
  const isChosen = chosen !== null && host.host === chosen.host && host.nodename === chosen.nodename
  return isChosen ? `${placeText(host)} *` : placeText(host)
}

function shareText(share: WeighedHost['weighers'][string] | undefined): string {
  if (share === undefined) return ''
  return `${numberText(share.raw)} → ${numberText(share.normalized)} × ${numberText(share.multiplier)}`
}
