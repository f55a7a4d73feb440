import type { PythonRules } from '../../plugin/python.ts'
import type { NumaConstraintRules } from '../numa/rules.ts'

/** A property that takes one of some words. */
export interface WordType {
  readonly words: readonly string[]
  /** Written in any letter case, and kept in lower case. */
  readonly anyCase?: true
  /** Other spellings, and the word that each stands for. */
  readonly spellings?: Readonly<Record<string, string>>
  /** What the property names, where Nova says so when it refuses a word. */
  readonly noun?: string
}

/**
 * What a property holds: `text` (numbers become text), `integer`, `boolean` (what is not a word for true is false), `uuid`
 * (not checked), `strict_predicate` (version predicate of distutils), `maps` (a list of maps of texts), `cpu_sets` and
 * `integers` (gathered from NAME.0, NAME.1 and so on), or one of some words.
 */
export type ImageType =
  'text' | 'integer' | 'boolean' | 'uuid' | 'strict_predicate' | 'maps' | 'cpu_sets' | 'integers' | WordType

/** The properties that a release knows, in the order in which they are read: the first bad one is told. */
export type ImageTable = Readonly<Record<string, ImageType>>

/** What reading the properties of an image depends on. */
export interface ImageRules {
  /** Null: properties are taken as they are. */
  readonly image: ImageTable | null
  readonly numa: Pick<NumaConstraintRules, 'rangesExclude'>
  /** How the Python of the release reads and writes values. */
  readonly python: PythonRules
}
