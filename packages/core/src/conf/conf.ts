import { type Finding, NovaSchedError } from '../errors.ts'
import type { OptionSpecs, OptionValues } from '../plugin/options.ts'
import type { Release } from '../releases.ts'
import { invalidConf } from './errors.ts'
import type { ConfFile } from './files.ts'
import { valueWarnings } from './warnings.ts'
import {
  builtInOptions,
  CORE_OWNER,
  type KnownOption,
  optionsOf,
  pluginOptionNames,
  type PluginOptions,
  pluginOptions,
} from './known.ts'
import type { ConfDocument } from './lines.ts'
import { contentsOf, type Contents, type Occurrence, type Place, valuesOf } from './lookup.ts'
import { nameFindings } from './names.ts'
import type { CoreValues } from './options/index.ts'
import { type ReadContext, readContext, type Reading, readOption } from './read.ts'
import { type Entry, escapeDollars, valueText } from './render.ts'
import { KILO } from './release-names.ts'
import type { ReleaseChoice } from './release.ts'

/** What a {@link Conf} is made of. */
export interface ConfParts {
  readonly documents: readonly ConfDocument[]
  readonly files: readonly Omit<ConfFile, 'text'>[]
  readonly choice: ReleaseChoice
  readonly plugins: readonly PluginOptions[]
  /** What was found while files were read. */
  readonly findings: readonly Finding[]
  /** Wrong values stand as their defaults: enough to find the plugins, whose options may have wrong values too. */
  readonly lenient?: boolean
}

/** The value of an option with where it comes from. */
export interface SourcedValue {
  /** Typed. */
  readonly value: unknown
  /** The text as it is written, of `multi` options a list of texts; null when the default holds. */
  readonly raw: string | readonly string[] | null
  /** `file:line`, of `multi` options one for each value; `default` when nothing is set. */
  readonly source: string
  /** What `source` tells, as data, weakest first. */
  readonly places: readonly Occurrence[]
}

/** A configuration: files, a release, and the options that the release reads. Nothing in it changes. */
export class Conf {
  /** The release whose rules are followed. */
  readonly release: Release
  /** The release that was asked for, such as `yoga`; its names and defaults of options hold. */
  readonly releaseName: string
  /** Nova's major version of the release that was asked for; 11 is Kilo. */
  readonly releaseNumber: number
  /** How the release was decided, such as `--release zed`. */
  readonly releaseReason: string
  /** The files that were read, the weakest first. */
  readonly files: readonly Omit<ConfFile, 'text'>[]
  /** The options that the release reads: nova-sched's own and those of the plugins that are known. */
  readonly options: readonly KnownOption[]
  /** The values of the options that nova-sched itself reads, by their newest names. */
  readonly core: CoreValues

  readonly #parts: ConfParts
  /** Those of other releases too. */
  readonly #all: readonly KnownOption[]
  readonly #contents: Contents
  readonly #context: ReadContext
  readonly #warnings: readonly Finding[]
  #findings: readonly Finding[] | undefined

  /**
   * Use `loadConf` or `parseConf`.
   *
   * @throws CONF_INVALID with a finding for every value that is wrong, of core options and of the plugins'
   */
  constructor(parts: ConfParts) {
    const { choice, documents } = parts
    const number = choice.asked.number
    const builtIn = builtInOptions(number)
    const all = [...builtIn, ...pluginOptions(parts.plugins, number, builtIn)]
    this.#parts = parts
    this.#all = all
    this.#contents = contentsOf(documents)
    this.options = Object.freeze(all.filter(({ names }) => names.length > 0))
    this.#context = readContext(this.#contents, this.options, number > KILO)
    this.release = choice.release
    this.releaseName = choice.asked.name
    this.releaseNumber = number
    this.releaseReason = choice.reason
    this.files = Object.freeze([...parts.files])
    const readings = this.#readAll(all)
    this.#warnings = valueWarnings(readings)
    const core = readings.filter(({ option }) => option.owner === CORE_OWNER)
    this.core = Object.freeze(
      Object.fromEntries(core.map(({ option, value }) => [option.key, value])),
    ) as unknown as CoreValues
    Object.freeze(this)
  }

  /** Warnings: what Nova would not accept, or would ignore although somebody meant it. */
  get findings(): readonly Finding[] {
    // Compared when somebody asks: names are near to one another in many ways.
    return (this.#findings ??= Object.freeze(this.#allFindings()))
  }

  /**
   * The typed values of a plugin's options. An option without a group stands where the release keeps scheduler options.
   *
   * @throws CONF_INVALID with a finding for every value that is wrong
   */
  read<S extends OptionSpecs>(specs: S): OptionValues<S> {
    const readings = this.#readAll(optionsOf(specs, '', this.#parts.choice.asked.number))
    const values = Object.create(null) as Record<string, unknown>
    for (const { option, value } of readings) values[option.key] = value
    return Object.freeze(values) as OptionValues<S>
  }

  /**
   * The same configuration, with the options of plugins known: their values checked, and their names in the warnings.
   *
   * @throws CONF_INVALID with a finding for every value that is wrong
   */
  withPlugins(plugins: readonly PluginOptions[]): Conf {
    return new Conf({ ...this.#parts, plugins: [...this.#parts.plugins, ...plugins] })
  }

  /**
   * The same configuration with another value of a plugin's option, as a later file would set it.
   *
   * @throws CONF_INVALID when the value is wrong
   */
  withValue(specs: OptionSpecs, key: string, value: unknown): Conf {
    const [option] = this.#optionsIn(specs, key)
    const place = option?.names[0]
    if (option === undefined || place === undefined) return this
    const text = escapeDollars([valueText(option.spec, value)].flat().join('\n'))
    const assignment = { section: place.group, key: place.name, value: text, line: 1 }
    const document = { file: 'a change', headers: [], assignments: [assignment], findings: [] }
    return new Conf({ ...this.#parts, documents: [...this.#parts.documents, document] })
  }

  /** The entry of nova.conf that would set a plugin's option to the value that it has; none when it is not read. */
  entryOf(specs: OptionSpecs, key: string): Entry | null {
    const [option] = this.#optionsIn(specs, key)
    const place = option?.names[0]
    if (option === undefined || place === undefined) return null
    return { ...place, value: valueText(option.spec, this.#read(option).value) }
  }

  /**
   * The value of an option, and where it comes from. An option that the release does not read has its default.
   *
   * @param option - one of `options`, or the key of any
   * @throws USAGE when no option has that key
   */
  valueWithSource(option: KnownOption | string): SourcedValue {
    const known = typeof option === 'string' ? this.#optionOf(option) : option
    const { value, places } = this.#read(known)
    const texts = places.map((place) => place.value)
    const raw = places.length === 0 ? null : known.spec.type === 'multi' ? texts : (texts[0] as string)
    const source = places.length === 0 ? 'default' : places.map(({ file, line }) => `${file}:${line}`).join(', ')
    return { value, raw, source, places }
  }

  /**
   * How people name one of the options in the release: `[scheduler] max_attempts`, of [DEFAULT] the name alone.
   *
   * @throws USAGE when no option has that key
   */
  writtenName(key: string): string {
    const { group, name } = this.#optionOf(key).names[0] ?? { group: 'DEFAULT', name: key }
    return group === 'DEFAULT' ? name : `[${group}] ${name}`
  }

  /** Every value that the files hold for a name, declared or not, the weakest first. [DEFAULT] stands in for no group. */
  raw(group: string, name: string): readonly Place[] {
    return valuesOf(this.#contents, group, name)
  }

  #allFindings(): Finding[] {
    const { documents, choice, findings } = this.#parts
    const names = nameFindings(documents, [...pluginOptionNames(this.releaseNumber), ...this.#all], this.releaseName)
    return inFileOrder([...findings, ...choice.findings, ...this.#warnings, ...names], documents)
  }

  #optionsIn(specs: OptionSpecs, key: string): readonly KnownOption[] {
    return optionsOf(specs, '', this.#parts.choice.asked.number).filter((option) => option.key === key)
  }

  #optionOf(key: string): KnownOption {
    const option = this.#all.find((each) => each.key === key)
    if (!option) throw new NovaSchedError('USAGE', `no option has the key ${key}`)
    return option
  }

  #readAll(options: readonly KnownOption[]): (Reading & { readonly option: KnownOption })[] {
    const readings = options.map((option) => ({ option, ...this.#read(option) }))
    const errors = readings.flatMap((reading) => reading.errors)
    if (errors.length === 0 || this.#parts.lenient === true) return readings
    throw invalidConf('CONF_INVALID', inFileOrder(errors, this.#contents.documents))
  }

  #read(option: KnownOption): Reading {
    const reading = readOption(this.#context, option)
    const isWrong = reading.errors.length > 0
    return isWrong ? { value: option.spec.default, places: [], errors: reading.errors } : reading
  }
}

/** Findings as one reads them: those without a place, then file by file, line by line. */
function inFileOrder<F extends Finding>(findings: readonly F[], documents: readonly ConfDocument[]): F[] {
  const places = new Map(documents.map(({ file }, index) => [file, index]))
  const placeOf = ({ file = '' }: Finding): number => places.get(file) ?? -1
  return findings.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.line ?? 0) - (b.line ?? 0))
}
