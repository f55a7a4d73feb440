import { NovaSchedError } from '../errors.ts'
import type { Host } from '../plugin/host.ts'
import type { Limits } from '../plugin/request.ts'
import { dataMap } from '../util/freeze.ts'
import { hush } from '../util/hush.ts'
import { pluginFault } from '../util/plugin-fault.ts'
import type { FilterAtWork } from './filter-at-work.ts'
import { isAsked, type FilterRound } from './run.ts'

/** What the filters say of the host that was chosen. */
export interface ChosenHost {
  readonly limits: Limits
  readonly notes: readonly string[]
}

/**
 * Asks the filters that let a host through for its limits and for what is worth telling.
 *
 * @param round - filters that were not asked of this instance are not asked for limits
 * @throws PLUGIN_FAULT when one breaks, or gives something else
 */
export function askOfChosen(
  filters: readonly FilterAtWork[],
  host: Host,
  { request, instance, isLater, rules }: Pick<FilterRound, 'request' | 'instance' | 'isLater' | 'rules'>,
): ChosenHost {
  const limits: [string, Limits[string]][] = []
  const notes: string[] = []
  for (const { name, definition, parts } of filters) {
    try {
      const ran = (isLater !== true || definition.oncePerRequest !== true) && isAsked(definition, request, rules)
      if (ran && parts.limits !== undefined) limits.push(...checkLimits(parts.limits(host, request)))
      if (parts.notes !== undefined) notes.push(...checkNotes(parts.notes(host, request)))
    } catch (error) {
      throw pluginFault(error, { plugin: name, host, instance })
    }
  }
  return { limits: dataMap(limits), notes }
}

function checkLimits(limits: unknown): [string, Limits[string]][] {
  if (isMapOf(limits, (limit) => isNumber(limit) || isMapOf(limit, isNumber))) return Object.entries(limits as Limits)
  hush(limits)
  throw new NovaSchedError('PLUGIN_INVALID', 'limits must return an object of numbers, or of objects of numbers')
}

function isMapOf(value: unknown, test: (item: unknown) => boolean): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(test)
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function checkNotes(notes: unknown): readonly string[] {
  if (Array.isArray(notes) && notes.every((note) => typeof note === 'string')) return notes
  hush(notes)
  throw new NovaSchedError('PLUGIN_INVALID', 'notes must return a list of texts')
}
