import type { NovaSchedError } from '../errors.ts'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { runFilters } from '../filter/run.ts'
import { keyOf } from '../hosts/cloud.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import type { Rejection } from '../plugin/verdict.ts'
import { dataMap } from '../util/freeze.ts'
import { errorText } from '../util/error-text.ts'
import { hush } from '../util/hush.ts'
import type { FilterWord, Refusal } from './explanation.ts'
import { reasonText } from './reason-text.ts'

/** What filters are asked about. */
export interface Question {
  readonly request: Request
  readonly hosts: readonly Host[]
  /** Filters that run once a request are not asked: they would not be. */
  readonly isLater: boolean
  readonly rules: Rules
}

/** What a filter says of a host that it does not let in: a fault is an answer too. */
export interface No {
  readonly filter: FilterAtWork
  readonly verdict: false | Rejection | NovaSchedError
}

/**
 * Asks every filter about every one of some hosts, whatever the others say. A filter that is enabled twice counts once.
 *
 * @returns the noes of each host that has any, by its place
 */
export async function askAll(
  filters: readonly FilterAtWork[],
  { request, hosts, isLater, rules }: Question,
  slots: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, readonly No[]>> {
  const slotOf = new Map(slots.map((slot) => [keyOf(hosts[slot] as Host), slot]))
  const noes = new Map<number, No[]>()
  const note = (node: Pick<Host, 'host' | 'nodename'>, no: No): void => {
    const slot = slotOf.get(keyOf(node)) as number
    const known = noes.get(slot)
    if (known === undefined) noes.set(slot, [no])
    else known.push(no)
  }
  for (const filter of distinct(filters)) {
    await runFilters([filter], slots, {
      request,
      hosts,
      instance: 0,
      isLater,
      rules,
      signal,
      onReject: (host, _filter, verdict) => note(host, { filter, verdict }),
      onFault: (fault, host) => note(host, { filter, verdict: fault }),
    })
  }
  return noes
}

function distinct(filters: readonly FilterAtWork[]): readonly FilterAtWork[] {
  return [...new Map(filters.map((filter) => [filter.name, filter])).values()]
}

/** What a filter said, as plain data. */
export function wordOf(filter: FilterAtWork, verdict: No['verdict'] | true, notes: readonly string[]): FilterWord {
  const nothing = { filter: filter.name, reason: null, details: dataMap([]), notes }
  if (verdict === true) return { ...nothing, verdict: 'passed', message: null }
  if (verdict instanceof Error) return { ...nothing, verdict: 'fault', message: verdict.message }
  return { filter: filter.name, verdict: 'rejected', ...reasonText(filter, verdict), notes }
}

/** A no without its numbers. */
export function refusalOf({ filter, verdict }: No): Refusal {
  const { reason, message } = wordOf(filter, verdict, [])
  return { filter: filter.name, reason, message: message ?? '' }
}

/** What a filter finds worth telling of a host. Notes are no reason to break. */
export function notesOf({ parts, name }: FilterAtWork, host: Host, request: Request): readonly string[] {
  try {
    const notes: unknown = parts.notes?.(host, request) ?? []
    hush(notes)
    if (!Array.isArray(notes)) throw new TypeError('notes must be a list of texts')
    return notes.map(errorText)
  } catch (error) {
    return [`${name} broke as it was asked for notes: ${errorText(error)}`]
  }
}
