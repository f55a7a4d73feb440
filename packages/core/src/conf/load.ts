import type { Finding } from '../errors.ts'
import { Conf, type ConfParts } from './conf.ts'
import { invalidConf } from './errors.ts'
import { type ConfSources, readConfFiles } from './files.ts'
import type { PluginOptions } from './known.ts'
import { type ConfDocument, parseLines } from './lines.ts'
import { chooseRelease } from './release.ts'

/** How a configuration is read, wherever its text comes from. */
export interface ConfOptions {
  /** The release that was asked for. Absent: `[nova_sched] release`, else what the files look like, else Kilo. */
  readonly release?: string | undefined
  /** Refuse what Nova refuses: assignments before the first section. */
  readonly strict?: boolean | undefined
  /** Plugins whose options are known beside the core options. */
  readonly plugins?: readonly PluginOptions[]
}

/** Finds the plugins that a configuration names, and gives the options that they declare. */
export type FindPlugins = (conf: Conf) => Promise<readonly PluginOptions[]>

/** How a configuration is read from files. */
export interface LoadOptions extends ConfOptions, ConfSources {
  /**
   * Gives the plugins that the configuration names, so that their options are known, and wrong values of them are told
   * together with all others. The configuration that it is given has defaults in place of wrong values.
   */
  readonly findPlugins?: FindPlugins
}

/**
 * Reads the configuration: the files that are named, or the one that is found (see {@link ConfSources}).
 *
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_TOO_LARGE or FILE_NOT_TEXT for files; CONF_SYNTAX for lines;
 * RELEASE_UNKNOWN; CONF_INVALID for values. Each holds everything of its kind that is wrong in `details.findings`
 */
export async function loadConf(options: LoadOptions): Promise<Conf> {
  const { files, problems } = await readConfFiles(options)
  const documents = files.map(({ name, text }) => parseLines(text, { file: name, strict: options.strict === true }))
  const errors = problems.map(({ name, message }): Finding => ({ level: 'error', file: name, message }))
  refuseErrors(documents, errors, problems[0]?.code)
  const told = files.filter(({ found }) => found).map(({ path }) => foundFinding(path))
  const none: Finding = { level: 'hint', message: 'no nova.conf was found: every option has its default' }
  const kept = files.map(({ name, path, found, owned }) => Object.freeze({ name, path, found, owned }))
  const parts = partsOf(documents, kept, files.length === 0 ? [none] : told, options)
  const found =
    options.findPlugins === undefined ? [] : await options.findPlugins(new Conf({ ...parts, lenient: true }))
  return new Conf({ ...parts, plugins: [...parts.plugins, ...found] })
}

/** The files, found and read; a text as a configuration, such as one that a test or an embedding program holds. */
export function parseConf(text: string, options: ConfOptions & { readonly file?: string } = {}): Conf {
  const { file = 'nova.conf' } = options
  const document = parseLines(text, { file, strict: options.strict === true })
  refuseErrors([document], [])
  return new Conf(
    partsOf([document], [Object.freeze({ name: file, path: file, found: false, owned: true })], [], options),
  )
}

function partsOf(
  documents: readonly ConfDocument[],
  files: Conf['files'],
  findings: readonly Finding[],
  options: ConfOptions,
): ConfParts {
  const choice = chooseRelease(options.release, documents)
  const warnings = documents.flatMap((document) => document.findings)
  return { documents, files, choice, plugins: options.plugins ?? [], findings: [...findings, ...warnings] }
}

function foundFinding(path: string): Finding {
  return { level: 'hint', message: `${path} was found; name it with --config-file to be sure of it` }
}

function refuseErrors(
  documents: readonly ConfDocument[],
  problems: readonly Finding[],
  code: Parameters<typeof invalidConf>[0] = 'CONF_SYNTAX',
): void {
  const errors = documents.flatMap(({ findings }) => findings.filter(({ level }) => level === 'error'))
  if (problems.length + errors.length > 0) throw invalidConf(code, [...problems, ...errors])
}
