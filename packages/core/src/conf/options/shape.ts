import type { OptionSpec } from '../../plugin/options.ts'
import { KILO, NEWEST } from '../release-names.ts'

/** A name that some releases read an option by. */
export interface OptionName {
  readonly group: string
  readonly name: string
  /** First release number that reads it. */
  readonly since: number
  /** Last release number that reads it. */
  readonly until: number
  /** From this release number on Nova warns about the name. */
  readonly deprecatedSince?: number
}

/** An option that nova-sched itself reads, declared once for all releases. */
export interface CoreOption<T = unknown> {
  /** Type, default and bounds of the newest release. */
  readonly spec: OptionSpec<T>
  /** The newest name first. */
  readonly names: readonly OptionName[]
  /** What was declared otherwise up to and including a release number, oldest first. */
  readonly earlier: readonly { readonly until: number; readonly spec: OptionSpec<T> }[]
}

/** Options under the names by which the engine knows them. */
export type CoreOptions = Readonly<Record<string, CoreOption>>

/** The releases that an option name belongs to. Absent: from Kilo to the newest. */
export interface Era {
  readonly since?: number
  readonly until?: number
  readonly deprecatedSince?: number
}

/** Where an option stands in nova.conf, and in which releases. */
export function named(group: string, name: string, era: Era = {}): OptionName {
  return { group, name, since: KILO, until: NEWEST, ...era }
}

/** Declares an option that has had one set of bounds and one default in all releases. */
export function option<T>(spec: OptionSpec<T>, ...names: readonly OptionName[]): CoreOption<T> {
  return { spec, names, earlier: [] }
}

/** The option, declared otherwise up to and including a release. The oldest declaration comes last in a chain. */
export function before<T>(until: number, spec: OptionSpec<T>, later: CoreOption<T>): CoreOption<T> {
  return { ...later, earlier: [{ until, spec }, ...later.earlier] }
}

/**
 * The names of an option that left [DEFAULT] in 15.0; its old name worked, with a warning, up to 23.x.
 *
 * @param oldName - the name in [DEFAULT]
 * @param until - the last release that reads the new name
 */
export function moved(oldName: string, group: string, name: string, until: number = NEWEST): OptionName[] {
  const old = named('DEFAULT', oldName, { until: Math.min(until, 23), deprecatedSince: 15 })
  return [named(group, name, { since: 15, until }), old]
}
