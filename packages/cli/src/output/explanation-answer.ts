import { HOST_VERDICTS, type Explanation, type NearMiss } from '@nova-sched/core'
import type { Explained } from './answers.ts'
import type { Told } from './dry-run-data.ts'
import { headingOf, rulesText, uncheckedLines } from './headline.ts'
import { renderText } from './table.ts'
import { styled, type View } from './views.ts'
import { counted, keptOutBy, listed, numberText, placeText, shortfall } from './words.ts'

/** The answer in three lines: what came of it, how many hosts each way, and what matters most. */
export function explanationAnswer({ explanation, asked }: Explained, told: Told, view: View): string {
  const { error } = explanation
  const { paint, width } = view
  const colour = error === null ? paint.green : paint.red
  const lines = [countsText(explanation, asked), decisiveText(explanation)].filter((line) => line !== '')
  return [
    headingOf(asked, paint),
    styled(error?.message ?? placedText(explanation, asked), (line) => paint.bold(colour(line)), view),
    ...lines.map((line) => renderText(line, width)),
    styled(`Rules of ${rulesText(told)}, seed ${told.seed}.`, paint.dim, view),
    ...uncheckedLines(explanation.notes, view),
  ].join('')
}

function placedText(explanation: Explanation, asked: Explained['asked']): string {
  const { chosen, requested } = explanation
  const all = requested > 1 ? `${requested === 2 ? 'Both' : `All ${requested}`} instances are placed. ` : ''
  return `${all}${whichText(explanation, asked)} goes to ${destination(chosen)}.`
}

function whichText({ instance, requested }: Explanation, { flavor }: Explained['asked']): string {
  const which = requested > 1 ? `Instance ${instance + 1} of ${requested}` : 'The instance'
  return flavor === null ? which : `${which} (${flavor})`
}

function destination(chosen: Explanation['chosen']): string {
  return chosen === null ? 'no host' : placeText(chosen)
}

/** Zero hosts, skipped hosts and rejected hosts are three different stories. */
function countsText(explanation: Explanation, asked: Explained['asked']): string {
  const { counts, hosts, error, chosen, requested } = explanation
  if (hosts.length === 0) return 'No host is known: the inventory holds no compute node.'
  if (counts.skipped === hosts.length) {
    if (hosts.every(({ reason }) => reason === 'other_cell')) {
      return `${counted(hosts.length, 'host')} known, and none is in cell ${asked.cell}, which the request keeps to.`
    }
    const reasons = [...new Set(hosts.map(({ message }) => message ?? ''))]
    return `${counted(hosts.length, 'host')} known, and all of them skipped, before any filter: ${listed(reasons)}.`
  }
  const parts = HOST_VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => `${counts[verdict]} ${verdict}`)
  const known = `${counted(hosts.length, 'host')} known: ${parts.join(', ')}.`
  if (error === null || requested < 2) return known
  const which = whichText(explanation, asked)
  return `${which} ${chosen === null ? 'found none' : `had ${placeText(chosen)}`}. ${known}`
}

function decisiveText(explanation: Explanation): string {
  const { actual, inspected, chosen, nearest, weighed } = explanation
  if (actual !== null) return `Nova chose ${actual.host}: ${actual.message}.`
  const [asked] = inspected
  if (asked !== undefined) return inspectedText(explanation, asked)
  const [miss] = nearest
  if (chosen === null) return miss === undefined ? mostFrequent(explanation) : nearestText(miss)
  const [first, second] = weighed
  if (first === undefined || second === undefined) return ''
  return `It weighs ${numberText(first.weight)}; the next best, ${placeText(second)}, ${numberText(second.weight)}.`
}

function inspectedText({ hosts }: Explanation, asked: Explanation['inspected'][number]): string {
  const told = hosts.find(({ host, nodename }) => host === asked.host && nodename === asked.nodename)
  const noes = asked.filters.filter(({ verdict }) => verdict !== 'passed')
  const why =
    asked.skipped ??
    (noes.length === 0 ? 'every filter lets it in' : `kept out by ${noes.map(({ filter }) => filter).join(', ')}`)
  return `${placeText(asked)} is ${told?.verdict ?? 'unknown'}: ${why}; ${asked.fits.count}${asked.fits.more ? ' or more' : ''} would fit.`
}

function nearestText(miss: NearMiss): string {
  return `Nearest: ${placeText(miss)}, kept out by ${keptOutBy(miss, 'its disabled service')} alone${shortfall(miss)}.`
}

function mostFrequent({ reasons }: Explanation): string {
  const [most] = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  return most === undefined ? '' : `Most often: ${most[0]} (${counted(most[1], 'host')}).`
}
