import { IN_TREE_FUNCTIONS } from '../registry/aliases.ts'
import { isClass, isInNova, lastPart } from '../registry/meant.ts'
import type { PluginProblem } from '../registry/survey.ts'
import { editDistance, nearName } from '../util/documents/near-names.ts'
import { type Facts, nameOf, spotOf, spotOfItem } from './facts.ts'
import { type CheckFinding, finding, listed, shown, shownName } from './finding.ts'
import { otherRelease } from './other-release.ts'

const ALL_FILTERS = 'nova.scheduler.filters.all_filters'

/** A name in the list of filters that no available filter bears. */
export function enabledName(facts: Facts, { named, meant }: PluginProblem): CheckFinding[] {
  const { value } = named
  const at = spotOfItem(facts, facts.filterKey, named)
  const tell = (message: string, fix: string): CheckFinding[] => [finding('filter-unknown', { at, message, fix })]
  if (value === '') return tell('has an empty name between two commas', 'Remove one of the two commas.')
  // Told by `lostFilters`, or in Nova and not built here yet.
  if (isFilterOfNova(facts, value)) return []
  const words = value.split(/\s+/)
  const known = knownNames(facts)
  if (words.length > 1 && words.some((word) => known.includes(word.replaceAll(',', '')))) {
    const write = `Write ${shownName(words.join(','))}`
    return tell(`${shown(value)} is one name: a comma is missing`, alsoAvailable(facts, write, words))
  }
  const bare = value.replaceAll(/["'[\](){}]/g, '').trim()
  if (bare !== value && known.includes(bare)) {
    const isQuoted = /["']/.test(value)
    const marks = isQuoted ? 'quotes' : 'brackets'
    const write = `Write ${bare}, without ${marks}${isQuoted ? ': they may stand around the whole list only' : ''}.`
    return tell(`${shown(value)}: the ${marks} are part of the name`, alsoAvailable(facts, write, [bare]))
  }
  if (/^\w+(\.\w+)+$/.test(value)) return [classPath(facts, named, known)]
  const elsewhere = otherRelease(facts, facts.filterKey, named)
  if (elsewhere !== null) return [elsewhere]
  const near = meant.how === 'near' ? meant.name : nearName(value, known)
  const message = `Scheduler Host Filter ${shownName(value)} could not be found`
  const isUnread = unreadSources(facts).length > 0
  if (near !== undefined && (!isUnread || editDistance(value, near) < 2)) {
    return tell(message, alsoAvailable(facts, `Did you mean ${near}?`, [near]))
  }
  if (isUnread) return []
  const option = nameOf(facts, 'available_filters')
  return tell(
    message,
    `Mind the spelling, or make it available: ${option} = a package, folder or file that holds it. To decide without it: --without ${shownName(value)}`,
  )
}

/** Built-in filters that are enabled, and not available since the option that names what is available was replaced. */
export function lostFilters(facts: Facts): CheckFinding[] {
  const { choice, survey } = facts
  if (hasAllOfNova(facts)) return []
  const lost = survey.problems.filter(({ kind, error, named }) => {
    return kind === 'filter' && error === null && !choice.availableFilters.includes(named)
  })
  const names = [...new Set(lost.map(({ named }) => named.value))].filter((name) => isFilterOfNova(facts, name))
  if (names.length === 0) return []
  const option = nameOf(facts, 'available_filters')
  const message = `${listed(names)} ${names.length === 1 ? 'is' : 'are'} built in but not available, because ${option} no longer lists ${ALL_FILTERS}`
  const fix = `Add a line ${option} = ${ALL_FILTERS}: the option may be given several times.`
  return [finding('filter-lost', { at: spotOf(facts, 'available_filters'), message, fix })]
}

/** Advice to write names, which must be available too. */
function alsoAvailable(facts: Facts, advice: string, names: readonly string[]): string {
  if (hasAllOfNova(facts)) return advice
  const { choice, survey } = facts
  const sources = choice.availableFilters.map(({ value }) => lastPart(value))
  const available = new Set([...survey.available.map(({ plugin }) => plugin.name), ...sources])
  const lost = names.filter((name) => isFilterOfNova(facts, name) && !available.has(name))
  if (lost.length === 0) return advice
  const end = /[.?]$/.test(advice) ? '' : '.'
  return `${advice}${end} Make ${listed(lost)} available too: add a line ${nameOf(facts, 'available_filters')} = ${ALL_FILTERS}`
}

/** Whether every filter of Nova is available, as far as is known: a function of Python may well include them. */
function hasAllOfNova(facts: Facts): boolean {
  const isAll = facts.choice.availableFilters.some(({ value }) => IN_TREE_FUNCTIONS.has(value))
  return isAll || unreadSources(facts).some((value) => /^\w+(\.\w+)+$/.test(value))
}

function isFilterOfNova({ inTree }: Facts, name: string): boolean {
  return inTree.has(name) && !name.endsWith('Weigher')
}

function classPath(facts: Facts, named: PluginProblem['named'], known: readonly string[]): CheckFinding {
  const name = lastPart(named.value)
  const at = spotOfItem(facts, facts.filterKey, named)
  const message = `${shownName(named.value)} is a class path: filters are enabled by name`
  const option = nameOf(facts, 'available_filters')
  const fix = known.includes(name)
    ? alsoAvailable(facts, `Write ${name}`, [name])
    : `Write ${name} here, and make it available: ${option} = a package, folder or file that holds it`
  return finding('class-path', { at, message, fix })
}

/** Names of filters that are available, or would be: a class that is not at hand has its name all the same. */
function knownNames(facts: Facts): string[] {
  const { inTree, survey } = facts
  const loaded = survey.available.map(({ plugin }) => plugin.name)
  const absent = absentSources(facts).filter(isClass).map(lastPart)
  return [...[...inTree].filter((name) => isFilterOfNova(facts, name)), ...loaded, ...absent]
}

function absentSources({ choice, survey }: Facts): string[] {
  return survey.problems.filter(({ named }) => choice.availableFilters.includes(named)).map(({ named }) => named.value)
}

/** A function, package, folder or file that is not at hand may hold any name: what is available is not fully known. */
function unreadSources(facts: Facts): string[] {
  return absentSources(facts).filter((value) => !isClass(value) && !isInNova(value))
}
