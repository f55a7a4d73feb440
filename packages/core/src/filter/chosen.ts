import { NovaSchedError } from '../errors.ts'
import type { Host } from '../plugin/host.ts'
import type { DataMap } from '../plugin/request.ts'
import { dataMap } from '../util/freeze.ts'
import { hush } from '../util/hush.ts'
import { pluginFault } from '../util/plugin-fault.ts'
import type { FilterAtWork } from './filter-at-work.ts'
import type { FilterRound } from './run.ts'

/** What the filters say of the host that was chosen. */
export interface ChosenHost {
  readonly limits: DataMap<number>
  readonly notes: readonly string[]
}

/**
 * Asks the filters that let a host through for its limits and for what is worth telling.
 *
 * @param round - filters that run once a request are asked for limits at the first instance only
 * @throws PLUGIN_FAULT when one breaks, or gives something else
 */
export function askOfChosen(
  filters: readonly FilterAtWork[],
  host: Host,
  { request, instance, isLater }: Pick<FilterRound, 'request' | 'instance' | 'isLater'>,
): ChosenHost {
  const limits: [string, number][] = []
  const notes: string[] = []
  for (const { name, definition, parts } of filters) {
    try {
      const ran = isLater !== true || definition.oncePerRequest !== true
      if (ran && parts.limits !== undefined) limits.push(...checkLimits(parts.limits(host, request)))
      if (parts.notes !== undefined) notes.push(...checkNotes(parts.notes(host, request)))
    } catch (error) {
      throw pluginFault(error, { plugin: name, host, instance })
    }
  }
  return { limits: dataMap(limits), notes }
}

function checkLimits(limits: unknown): [string, number][] {
  const entries = typeof limits === 'object' && limits !== null ? Object.entries(limits) : null
  if (entries?.every((entry): entry is [string, number] => typeof entry[1] === 'number')) return entries
  hush(limits)
  throw new NovaSchedError('PLUGIN_INVALID', 'limits must return an object of numbers')
}

function checkNotes(notes: unknown): readonly string[] {
  if (Array.isArray(notes) && notes.every((note) => typeof note === 'string')) return notes
  hush(notes)
  throw new NovaSchedError('PLUGIN_INVALID', 'notes must return a list of texts')
}
