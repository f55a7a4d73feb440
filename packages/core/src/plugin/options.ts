/** What kind of value an option holds, as oslo.config names its types. */
export type OptionType = 'str' | 'int' | 'float' | 'bool' | 'list' | 'multi' | 'dict'

/** What may be said of an option beside its type and default. */
export interface OptionDetails<T> {
  /** One or more sentences for operators; shown by `conf list` and in `nova.conf.example`. */
  readonly help: string
  /** Section of nova.conf. Absent: where the release in force keeps its scheduler options. */
  readonly group?: string
  /** Lowest value allowed (numbers only), inclusive. */
  readonly min?: number
  /** Highest value allowed (numbers only), inclusive. */
  readonly max?: number
  /** The only values allowed (text only). */
  readonly choices?: readonly T[]
  /** Masked wherever values are shown. */
  readonly secret?: boolean
}

/** A declared option. Made with {@link str}, {@link int}, {@link float}, {@link bool}, {@link list}, {@link multi}, {@link dict}. */
export interface OptionSpec<T = unknown> extends OptionDetails<unknown> {
  readonly type: OptionType
  readonly default: T
}

/** Options of one owner, by the name that nova.conf uses. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** The values of declared options, typed. */
export type OptionValues<S extends OptionSpecs> = {
  readonly [K in keyof S]: S[K] extends OptionSpec<infer T> ? T : never
}

function declare<T>(type: OptionType, value: T, details: OptionDetails<never>): OptionSpec<T> {
  return Object.freeze({ type, default: value, ...details })
}

/** A text option; `null` as default means "not set". */
export function str<T extends string | null>(
  value: T,
  details: OptionDetails<string>,
): OptionSpec<T extends null ? string | null : string> {
  return declare('str', value, details as OptionDetails<never>) as never
}

/** A whole number; an empty value in the file means "not set" (null). */
export function int<T extends number | null>(
  value: T,
  details: OptionDetails<number>,
): OptionSpec<T extends null ? number | null : number> {
  return declare('int', value, details as OptionDetails<never>) as never
}

/** A floating point number. */
export function float<T extends number | null>(
  value: T,
  details: OptionDetails<number>,
): OptionSpec<T extends null ? number | null : number> {
  return declare('float', value, details as OptionDetails<never>) as never
}

/** A truth value: true, 1, on, yes, false, 0, off, no in any letter case. */
export function bool(value: boolean, details: OptionDetails<boolean>): OptionSpec<boolean> {
  return declare('bool', value, details as OptionDetails<never>)
}

/** A comma-separated list of texts. */
export function list(value: readonly string[], details: OptionDetails<string>): OptionSpec<readonly string[]> {
  return declare('list', value, details as OptionDetails<never>)
}

/** An option that may be given several times; every occurrence counts. */
export function multi(value: readonly string[], details: OptionDetails<string>): OptionSpec<readonly string[]> {
  return declare('multi', value, details as OptionDetails<never>)
}

/** A comma-separated list of `key:value` pairs. */
export function dict(
  value: Readonly<Record<string, string>>,
  details: OptionDetails<string>,
): OptionSpec<Readonly<Record<string, string>>> {
  return declare('dict', value, details as OptionDetails<never>)
}
