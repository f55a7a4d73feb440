import type { NovaSchedError } from '../errors.ts'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { runFilters } from '../filter/run.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Rejection } from '../plugin/verdict.ts'
import { dataMap } from '../util/freeze.ts'
import { errorText } from '../util/error-text.ts'
import type { FilterWord, Refusal } from './explanation.ts'
import { reasonText } from './reason-text.ts'

/** What filters are asked about. */
export interface Question {
  readonly request: Request
  readonly hosts: readonly Host[]
}

/** What a filter says of a host, as it says it: a fault is an answer too. */
export interface Answer {
  readonly filter: FilterAtWork
  readonly verdict: true | false | Rejection | NovaSchedError
}

/** Asks every filter about every one of some hosts, whatever the others say; answers by place of the host. */
export async function askAll(
  filters: readonly FilterAtWork[],
  { request, hosts }: Question,
  slots: readonly number[],
): Promise<ReadonlyMap<number, readonly Answer[]>> {
  const answers = new Map<number, Answer[]>(slots.map((slot) => [slot, []]))
  for (const filter of filters) {
    const noes = new Map<unknown, Answer['verdict']>()
    const { signal } = new AbortController()
    await runFilters([filter], slots, {
      request,
      hosts,
      instance: 0,
      signal,
      onReject: (host, _filter, verdict) => void noes.set(host, verdict),
      onFault: (fault, host) => void noes.set(host, fault),
    })
    for (const slot of slots) answers.get(slot)?.push({ filter, verdict: noes.get(hosts[slot]) ?? true })
  }
  return answers
}

/** An answer as plain data. */
export function wordOf({ filter, verdict }: Answer, notes: readonly string[]): FilterWord {
  const nothing = { filter: filter.name, reason: null, details: dataMap([]), notes }
  if (verdict === true) return { ...nothing, verdict: 'passed', message: null }
  if (verdict instanceof Error) return { ...nothing, verdict: 'fault', message: verdict.message }
  return { filter: filter.name, verdict: 'rejected', ...reasonText(filter, verdict), notes }
}

/** The answers that are a no, or broke. */
export function refusals(answers: readonly Answer[]): readonly Refusal[] {
  return answers
    .filter(({ verdict }) => verdict !== true)
    .map((answer) => {
      const { filter, reason, message } = wordOf(answer, [])
      return { filter, reason, message: message ?? '' }
    })
}

/** What a filter finds worth telling of a host. Notes are no reason to break. */
export function notesOf({ parts, name }: FilterAtWork, host: Host, request: Request): readonly string[] {
  try {
    return parts.notes?.(host, request).map(String) ?? []
  } catch (error) {
    return [`${name} broke as it was asked for notes: ${errorText(error)}`]
  }
}
