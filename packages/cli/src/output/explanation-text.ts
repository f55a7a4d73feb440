import type { ExplainedHost, Explanation, InspectedHost, NearMiss } from '@nova-sched/core'
import type { Explained } from './answers.ts'
import type { Told } from './dry-run-data.ts'
import { explanationAnswer } from './explanation-answer.ts'
import { renderTable, renderText } from './table.ts'
import { section, type ExplanationView, type View } from './views.ts'
import { funnelTable, weightsTable } from './weights-table.ts'
import { isUnchecked, keptOutBy, listed, numberText, placeText, shortfall } from './words.ts'

const RIGHT = 'right' as const

/** An explanation for people: the answer in the first lines, then what it rests on, then every host. */
export function explanationText(explained: Explained, told: Told, view: ExplanationView): string {
  const { explanation } = explained
  const shown = explanation.hosts.filter(({ host }) => view.host === null || host === view.host)
  const general = [
    section('Why not', reasonsTable(explanation, view), view),
    section(nearestTitle(explanation), nearestBlock(explanation, view), view),
    section('Filters', funnelBlock(explanation, view), view),
    section('Best hosts', weightsBlock(explanation, view), view),
  ]
  const sections = [
    explanationAnswer(explained, told, view),
    ...explanation.inspected.map((host) =>
      section(`Every filter of ${placeText(host)}`, inspectedBlock(host, view), view),
    ),
    section('What prefers the host chosen here', actualTable(explanation, view), view),
    ...(view.host === null ? general : []),
    section('Notes', notesBlock(explanation, view), view),
    section(view.host === null ? 'Every host' : 'The host', hostsTable(shown, view), view),
  ]
  return sections.filter((text) => text !== '').join('\n')
}

function reasonsTable({ reasons }: Explanation, { width }: View): string {
  const rows = Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => [String(count), reason])
  return rows.length === 0
    ? ''
    : renderTable([{ header: 'HOSTS', align: RIGHT }, { header: 'REJECTED BY' }], rows, width)
}

/** A change lets a host in for one instance: the next ones may need more. */
function nearestTitle({ requested, instance }: Explanation): string {
  return requested > 1 ? `Nearest misses of instance ${instance + 1}` : 'Nearest misses'
}

function nearestBlock({ nearest, chosen, counts }: Explanation, view: ExplanationView): string {
  if (nearest.length > 0) return nearestLines(nearest, view)
  const isLost = chosen === null && counts.rejected > 0 && view.top > 0
  return isLost
    ? renderText('None: what is rejected, two filters or more keep out. Ask --host about one.', view.width)
    : ''
}

/** Hosts that lack the same, and would be let in by the same, are told together. */
function nearestLines(nearest: readonly NearMiss[], { width }: View): string {
  const alike = new Map<string, { readonly changes: readonly string[]; readonly names: string[] }>()
  for (const miss of nearest) {
    const changes = miss.changes.map(({ text }) => text)
    const why = `${keptOutBy(miss, 'service disabled')}${shortfall(miss)}`
    const key = JSON.stringify([why, changes])
    const group = alike.get(key) ?? { changes, names: [] }
    group.names.push(placeText(miss))
    alike.set(key, group)
  }
  return [...alike]
    .flatMap(([key, { changes, names }]) => {
      const [why] = JSON.parse(key) as [string]
      return [
        `${listed(names)}: ${why}`,
        ...changes.map((text, at) => `  ${at === 0 ? 'passes with:' : '         or:'} ${text}`),
        ...(changes.length === 0 ? ['  no single change is known that lets it in'] : []),
      ]
    })
    .map((line) => renderText(line, width))
    .join('')
}

function inspectedBlock({ skipped, filters, fits }: InspectedHost, { width }: View): string {
  const rows = filters.map(({ filter, verdict, message, notes }) => [filter, verdict, whyText(message, notes)])
  const table =
    rows.length === 0
      ? ''
      : renderTable(
          ['FILTER', 'VERDICT', 'WHY'].map((header) => ({ header })),
          rows,
          width,
        )
  const lines = skipped === null ? [] : [`No filter would see it: ${skipped}.`]
  const stopped = fits.stoppedBy === null ? '' : `; then ${fits.stoppedBy.filter}: ${fits.stoppedBy.message}`
  const fit = filters.length === 0 ? [] : [`Fits: ${fits.count}${fits.more ? ' or more' : ''}${stopped}`]
  return table + [...lines, ...fit].map((line) => renderText(line, width)).join('')
}

function actualTable({ actual, chosen }: Explanation, { width }: View): string {
  const weighers = Object.entries(actual?.weighers ?? {})
  if (actual === null || chosen === null || actual.host === chosen.host || weighers.length === 0) return ''
  const rows = weighers.map(([weigher, difference]) => [weigher, numberText(difference)])
  const header = `${placeText(chosen)} OVER ${actual.host}`
  return renderTable([{ header: 'WEIGHER' }, { header, align: RIGHT }], rows, width)
}

function notesBlock({ notes, error, placed }: Explanation, { width }: View): string {
  const isGivenUp = error !== null && placed.length > 0
  const given = isGivenUp ? [`found before, and given up: ${listed(placed.map(placeText))}`] : []
  return [...given, ...notes.filter((note) => !isUnchecked(note))]
    .map((note) => renderText(`- ${note}`, width))
    .join('')
}

function funnelBlock({ funnel, hosts }: Explanation, { width }: View): string {
  return hosts.length === 0 ? '' : funnelTable(funnel, width)
}

function weightsBlock({ weighed, chosen }: Explanation, { width }: View): string {
  return weighed.length === 0 ? '' : weightsTable(weighed, chosen, width)
}

function hostsTable(hosts: readonly ExplainedHost[], { width }: View): string {
  if (hosts.length === 0) return ''
  const rows = hosts.map((host) => [placeText(host), host.verdict, hostWhy(host)])
  const columns = ['HOST', 'VERDICT', 'WHY'].map((header) => ({ header }))
  return renderTable(columns, rows, width)
}

function hostWhy({ verdict, filter, message, bypassed, notes }: ExplainedHost): string {
  const skipped = bypassed.map((refusal) => `forced past ${refusal.filter}: ${refusal.message}`)
  return whyText(verdict === 'rejected' ? `${filter}: ${message}` : message, [...skipped, ...notes])
}

function whyText(message: string | null, notes: readonly string[]): string {
  return [message, ...notes].filter((text) => text !== null && text !== '').join('; ')
}
