import type { Finding } from '../errors.ts'
import type { Path } from '../util/documents/path.ts'
import type { Problem } from '../util/documents/problems.ts'

/** The lists that an inventory is made of. */
export const SECTIONS = ['hosts', 'aggregates', 'server_groups', 'flavors', 'images'] as const

/** One of {@link SECTIONS}. */
export type Section = (typeof SECTIONS)[number]

/** Where in a file something of the inventory stands. */
export interface Place {
  readonly path: Path
  readonly line?: number
  /** The file's name of a field, where it is not ours. */
  readonly names?: ReadonlyMap<string, string>
}

/** Something for a section of the inventory, not checked yet, and where it came from. */
export interface Made {
  readonly value: unknown
  readonly place: Place
}

/** A compute service that goes onto the hosts of its name. */
export interface MadeService extends Made {
  /** `{host, service}`, as a host of the inventory has them. */
  readonly value: { readonly host: unknown; readonly service: unknown }
  /** The zone that the service was listed in. */
  readonly zone?: unknown
}

/** What a reader of one format makes of a file. */
export interface Contents {
  readonly sections?: Partial<Readonly<Record<Section, readonly Made[]>>>
  readonly services?: readonly MadeService[]
  readonly findings?: readonly (Finding | Problem)[]
}

/** What one file holds. */
export interface Part extends Contents {
  readonly file: string
  /** A document in our own form, checked with its own paths. */
  readonly own?: Readonly<Record<string, unknown>>
  /** Whether the file is a list of hosts alone, which `own.hosts` then is. */
  readonly isList?: boolean
  /** Lines of values at paths in the file, by the path's text. */
  readonly linesOf: (paths: readonly Path[]) => ReadonlyMap<string, number>
}

/** A record of a list, answer or table, its field names in small letters with `_` between words. */
export interface Entry {
  readonly fields: Readonly<Record<string, unknown>>
  readonly place: Place
}

/** A kind of answer or table that is read as it is. */
export interface Format {
  /** What messages call it. */
  readonly name: string
  /** Keys that an answer of the API has it under, a list or a single one. */
  readonly keys: readonly string[]
  /** Whether a record is one of this kind. */
  readonly recognises: (fields: Entry['fields']) => boolean
  readonly read: (entries: readonly Entry[], file: string) => Contents
}
