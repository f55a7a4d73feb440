import type { DecisionError, Destination, InstanceTrace, PlacedInstance, WeighedHost } from '@nova-sched/core'
import type { ChalkInstance } from 'chalk'
import type { Outcome } from '../commands/dry-run.ts'
import type { Told } from './dry-run-data.ts'
import { printable, renderTable } from './table.ts'

/** How a decision is shown. */
export interface View {
  readonly paint: ChalkInstance
  /** Columns of the terminal; 0 for as wide as it comes. */
  readonly width: number
  /** Show every instance, not only the one that tells most. */
  readonly all: boolean
}

/** A decision for people: the answer first, then the filters, then the weights. */
export function decisionText(outcome: Outcome, told: Told, view: View): string {
  const { decision } = outcome
  const blocks = [
    headline(outcome, told, view),
    decision.error === null ? destinationsTable(decision.destinations, view) : errorBlock(decision.error, view),
    ...shownInstances(decision.instances, view).flatMap(([number, instance]) => instanceBlocks(number, instance, view)),
    notesBlock(outcome),
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

function headline({ decision, asked }: Outcome, { release, seed }: Told, { paint }: View): string {
  const { destinations, error, known, skipped } = decision
  const what = asked.flavor === null ? 'instances' : `instances of ${printable(asked.flavor)}`
  const answer =
    error === null
      ? paint.green(`Placed ${destinations.length} of ${asked.instances} ${what}.`)
      : paint.red(printable(error.message))
  const hosts = `${known} hosts known${skipped.length > 0 ? `, ${skipped.length} of them skipped` : ''}`
  return `${paint.bold(answer)}\n${paint.dim(`Rules of ${release}, ${hosts}, seed ${seed}.`)}\n`
}

function destinationsTable(destinations: readonly PlacedInstance[], { width }: View): string {
  if (destinations.length === 0) return ''
  const rows = destinations.map((place, index) => [
    String(index + 1),
    placeText(place),
    numberText(place.weight),
    limitsText(place),
  ])
  const columns = [
    { header: 'INSTANCE', align: 'right' as const },
    { header: 'HOST' },
    { header: 'WEIGHT', align: 'right' as const },
    { header: 'LIMITS' },
  ]
  return renderTable(columns, rows, width)
}

function errorBlock(error: DecisionError, { width }: View): string {
  const { reasons = {}, placed = [], cause } = error
  const counted = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  const columns = [{ header: 'HOSTS', align: 'right' as const }, { header: 'REJECTED BY' }]
  const table =
    counted.length === 0
      ? ''
      : renderTable(
          columns,
          counted.map(([reason, count]) => [String(count), reason]),
          width,
        )
  const given = placed.length === 0 ? '' : `Found before that, and given up: ${placed.map(placeText).join(', ')}\n`
  const why =
    cause === undefined ? '' : `Cause: ${cause.code === null ? '' : `${cause.code}: `}${printable(cause.message)}\n`
  return table + given + why
}

/** The first instance, and the one at which it ended: the others repeat them. */
function shownInstances(instances: readonly InstanceTrace[], { all }: View): (readonly [number, InstanceTrace])[] {
  const numbered = instances.map((instance, index) => [index + 1, instance] as const)
  if (all) return numbered
  return numbered.filter(([number, { chosen }]) => number === 1 || chosen === null)
}

function instanceBlocks(number: number, { funnel, weighed, chosen, notes }: InstanceTrace, view: View): string[] {
  const { paint, width } = view
  const steps = funnel.map(({ filter, before, after }) => [filter, String(before), String(after)])
  const columns = [
    { header: 'FILTER' },
    { header: 'BEFORE', align: 'right' as const },
    { header: 'AFTER', align: 'right' as const },
  ]
  const filters = steps.length === 0 ? 'No filter was asked.\n' : renderTable(columns, steps, width)
  const lines = notes.map((note) => `note: ${printable(note)}\n`).join('')
  const blocks = [`${paint.bold(`Instance ${number}: filters`)}\n${filters}`]
  if (weighed.length > 0)
    blocks.push(`${paint.bold(`Instance ${number}: best hosts`)}\n${weightsTable(weighed, chosen, width)}`)
  return [...blocks, lines]
}

function weightsTable(weighed: readonly WeighedHost[], chosen: InstanceTrace['chosen'], width: number): string {
  const weighers = Object.keys(weighed[0]?.weighers ?? {})
  const mark = (host: WeighedHost): string => {
    return chosen !== null && host.host === chosen.host && host.nodename === chosen.nodename
      ? `${placeText(host)} *`
      : placeText(host)
  }
  const rows = weighed.map((host) => [
    mark(host),
    numberText(host.weight),
    ...weighers.map((name) => shareText(host.weighers[name])),
  ])
  const columns = [
    { header: 'HOST' },
    { header: 'WEIGHT', align: 'right' as const },
    ...weighers.map((name) => ({ header: name, align: 'right' as const })),
  ]
  return `${renderTable(columns, rows, width)}(raw → normalised × multiplier; * chosen)\n`
}

function shareText(share: WeighedHost['weighers'][string] | undefined): string {
  if (share === undefined) return ''
  return `${numberText(share.raw)} → ${numberText(share.normalized)} × ${numberText(share.multiplier)}`
}

function notesBlock({ decision: { notes, skipped } }: Outcome): string {
  const skips = skipped.map(({ host, nodename, reason, detail }) => {
    const why =
      reason === 'service_disabled'
        ? `its service is disabled${detail === null ? '' : ` (${detail})`}`
        : 'it has no service record'
    return `skipped: ${placeText({ host, nodename })}: ${why}`
  })
  const lines = [...skips, ...notes.map((note) => `note: ${note}`)]
  return lines.map((line) => `${printable(line)}\n`).join('')
}

function placeText({ host, nodename }: Pick<Destination, 'host' | 'nodename'>): string {
  return printable(nodename === null || nodename === host ? host : `${host}/${nodename}`)
}

function limitsText({ limits }: Destination): string {
  return Object.entries(limits ?? {})
    .map(([name, limit]) => `${name}=${numberText(limit)}`)
    .join(' ')
}

/** Whole numbers in full, others with up to six digits. */
function numberText(number: number | null): string {
  if (number === null) return '-'
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(6)))
}
