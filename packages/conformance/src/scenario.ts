import type { InventoryChange, NovaRequest } from '@nova-sched/core'

/** The form `nova-vectors/1`, as far as the replay reads it. */
export interface Scenario {
  readonly format: string
  readonly id: string
  readonly release: string
  readonly conf: string
  /** Seed of the random numbers; 0 unless given. */
  readonly seed?: number
  readonly inventory: { readonly hosts: readonly Json[]; readonly aggregates: readonly Json[] }
  readonly request?: ScenarioRequest
  readonly requests?: readonly ScenarioRequest[]
  readonly expect: Expectation & { readonly requests?: readonly Expectation[] }
}

/** A request; what stands beside Nova's two parts is for scenarios made by hand. */
export interface ScenarioRequest extends NovaRequest {
  /** When it comes, in seconds. */
  readonly at?: number
  /** What happened in the cloud before it. */
  readonly changes?: readonly InventoryChange[]
  /** Text of the scheduler's JSON options file; null: it is gone. */
  readonly options_file?: string | null
}

export interface Expectation {
  readonly error?: string
  readonly error_stage?: string
  readonly weigher_order?: readonly string[]
  readonly per_filter?: Readonly<Record<string, Readonly<Record<string, boolean | string>>>>
  readonly filtered?: readonly string[] | PythonError
  readonly weights?: Readonly<Record<string, Readonly<Record<string, number | null | string>>>>
  readonly weighed?: readonly (readonly [string, number])[] | PythonError
  readonly selected?: readonly Place[] | PythonError
  readonly steps?: readonly Step[]
  readonly after?: Readonly<Record<string, Json>>
}

/** Where an instance goes. */
export interface Place {
  readonly host: string
  readonly nodename: string
  readonly limits: Json
  readonly alternates?: readonly Place[]
}

export interface Step {
  readonly filtered: readonly string[]
  readonly weighed?: readonly (readonly [string, number])[]
}

export interface PythonError {
  readonly error: string
}

export type Json = Readonly<Record<string, unknown>>

/** The Python class of an expected error, or undefined where something else is expected. */
export function errorOf(expected: unknown): string | undefined {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return undefined
  const { error } = expected as { error?: unknown }
  return typeof error === 'string' ? error : undefined
}
