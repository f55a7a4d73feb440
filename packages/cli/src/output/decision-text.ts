import { skipText } from '@nova-sched/core'
import type { DecisionError, Destination, InstanceTrace, PlacedInstance } from '@nova-sched/core'
import type { Outcome } from './answers.ts'
import type { Told } from './dry-run-data.ts'
import { headingOf, rulesText, uncheckedLines } from './headline.ts'
import { renderTable, renderText } from './table.ts'
import { section, styled, type DecisionView, type View } from './views.ts'
import { funnelTable, weightsTable } from './weights-table.ts'
import { counted, isUnchecked, limitsText, numberText, placeText } from './words.ts'

const RIGHT = 'right' as const
/** Places that are named where many were found. */
const MOST_PLACES = 10

/** A decision for people: the answer first, then the filters, then the weights. */
export function decisionText(outcome: Outcome, told: Told, view: DecisionView): string {
  const { decision } = outcome
  const blocks = [
    headline(outcome, told, view),
    decision.error === null ? destinationsTable(decision.destinations, view) : errorBlock(decision.error, view),
    ...shownInstances(decision.instances, view).flatMap(([number, instance]) =>
      instanceBlocks(number, instance, decision.error, view),
    ),
    notesBlock(outcome, view),
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

function headline({ decision, asked }: Outcome, told: Told, view: View): string {
  const { paint } = view
  const { destinations, error, known, skipped } = decision
  const things = asked.instances === 1 ? 'instance' : 'instances'
  const what = asked.flavor === null ? things : `${things} of ${asked.flavor}`
  const placed = `Placed ${destinations.length} of ${asked.instances} ${what}.`
  const colour = error === null ? paint.green : paint.red
  const hosts = `${counted(known, 'host')} known${skipped.length > 0 ? `, ${skipped.length} of them skipped` : ''}`
  return [
    headingOf(asked, paint),
    styled(error?.message ?? placed, (line) => paint.bold(colour(line)), view),
    styled(`Rules of ${rulesText(told)}, ${hosts}, seed ${told.seed}.`, paint.dim, view),
    ...uncheckedLines(decision.notes, view),
  ].join('')
}

function destinationsTable(destinations: readonly PlacedInstance[], { width }: View): string {
  if (destinations.length === 0) return ''
  const tellsAlternates = destinations.some(({ alternates }) => alternates.length > 0)
  const rows = destinations.map((place, index) => [
    String(index + 1),
    placeText(place),
    numberText(place.weight),
    limitsText(place.limits),
    ...(tellsAlternates ? [place.alternates.map(placeText).join(', ')] : []),
  ])
  const columns = [
    { header: 'INSTANCE', align: RIGHT },
    { header: 'HOST' },
    { header: 'WEIGHT', align: RIGHT },
    { header: 'LIMITS' },
    ...(tellsAlternates ? [{ header: 'ALTERNATES' }] : []),
  ]
  return renderTable(columns, rows, width)
}

function errorBlock(error: DecisionError, { width }: View): string {
  const { reasons = {}, placed = [], cause } = error
  const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  const columns = [{ header: 'HOSTS', align: RIGHT }, { header: 'REJECTED BY' }]
  const table =
    sorted.length === 0
      ? ''
      : renderTable(
          columns,
          sorted.map(([reason, count]) => [String(count), reason]),
          width,
        )
  const given =
    placed.length === 0 ? '' : renderText(`Found before that, and given up: ${countedPlaces(placed)}`, width)
  const why = cause === undefined ? '' : renderText(`Cause: ${cause.code ?? 'an error of the plugin itself'}`, width)
  return table + given + why
}

/** Places with how often each was found, the most frequent first, and no more than a few. */
function countedPlaces(places: readonly Destination[]): string {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(placeText(place), (counts.get(placeText(place)) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  const named = sorted.slice(0, MOST_PLACES).map(([place, count]) => (count === 1 ? place : `${count} × ${place}`))
  const rest = sorted.length > MOST_PLACES ? `, and on ${sorted.length - MOST_PLACES} more hosts` : ''
  return `${places.length} (${named.join(', ')}${rest})`
}

/** The first instance, and the one at which it ended: the others repeat them. */
function shownInstances(
  instances: readonly InstanceTrace[],
  { all }: DecisionView,
): (readonly [number, InstanceTrace])[] {
  const numbered = instances.map((instance, index) => [index + 1, instance] as const)
  if (all) return numbered
  return numbered.filter(([number, { chosen }]) => number === 1 || chosen === null)
}

function instanceBlocks(
  number: number,
  { funnel, weighed, chosen, notes }: InstanceTrace,
  error: DecisionError | null,
  view: View,
): string[] {
  const { width } = view
  const isBroken = funnel.length === 0 && error?.code === 'PLUGIN_FAULT'
  const filters = isBroken ? renderText('The first filter broke.', width) : funnelTable(funnel, width)
  const lines = notes.map((note) => renderText(`note: ${note}`, width)).join('')
  const weights = weighed.length === 0 ? '' : weightsTable(weighed, chosen, width)
  return [
    section(`Instance ${number}: filters`, filters, view),
    section(`Instance ${number}: best hosts`, weights, view),
    lines,
  ]
}

function notesBlock({ decision: { notes, skipped } }: Outcome, { width }: View): string {
  const skips = skipped.map((skip) => `skipped: ${placeText(skip)}: ${skipText(skip)}`)
  const lines = [...skips, ...notes.filter((note) => !isUnchecked(note)).map((note) => `note: ${note}`)]
  return lines.map((line) => renderText(line, width)).join('')
}
