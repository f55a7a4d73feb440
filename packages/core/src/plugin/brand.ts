/** The kinds of plugins that nova.conf names. */
export type PluginKind =
  'filter' | 'weigher' | 'scheduler-driver' | 'host-manager' | 'servicegroup-driver' | 'service-store'

/** The number of this contract. It grows when a plugin written for the one before would break. */
export const PLUGIN_API = 1

const MARK = Symbol.for('nova-sched.plugin')

/** What marks a value as a plugin: its kind, and the contract that it was written for. */
export interface PluginMark {
  readonly kind: PluginKind
  readonly api: number
}

/** A definition with its mark. The mark is a registered symbol, so copies of this package know each other's plugins. */
export type Marked<T> = T & { readonly [MARK]: PluginMark }

/** Marks and freezes a definition. */
export function mark<T extends object>(kind: PluginKind, definition: T): Marked<T> {
  return Object.freeze(Object.assign(definition, { [MARK]: Object.freeze({ kind, api: PLUGIN_API }) }))
}

/** The mark of a value, or undefined when it is no plugin. */
export function markOf(value: unknown): PluginMark | undefined {
  if (typeof value !== 'object' || value === null || !(MARK in value)) return undefined
  return (value as Marked<object>)[MARK]
}
