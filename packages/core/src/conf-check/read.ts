import type { ConfParts } from '../conf/conf.ts'
import { type ConfSources, type FileProblem, readConfFiles } from '../conf/files.ts'
import { groupKey } from '../conf/known.ts'
import { type Assignment, type ConfDocument, parseLines } from '../conf/lines.ts'
import { changesBetween } from '../conf/release-changes.ts'
import { knownReleases } from '../conf/release-names.ts'
import { RELEASE_NUMBERS } from '../releases.ts'
import { chooseRelease, type ReleaseChoice } from '../conf/release.ts'
import { type Finding, isNovaSchedError } from '../errors.ts'
import { type CheckFinding, finding, shown } from './finding.ts'

/** How a configuration is read to be checked. */
export interface ReadOptions extends ConfSources {
  /** The release that was asked for. */
  readonly release?: string | undefined
  /** Refuse what Nova refuses: assignments before the first section. */
  readonly strict?: boolean | undefined
}

/** A configuration as far as it can be read, and what was found on the way. */
export interface ReadConf {
  readonly parts: ConfParts
  /** Somebody said which release it is; else it is a guess from the names in the files. */
  readonly isStated: boolean
  readonly findings: readonly CheckFinding[]
}

/**
 * Reads the files of a configuration, past everything that is wrong with them.
 *
 * @throws RELEASE_UNKNOWN when the release that was asked for is none
 */
export async function readLeniently(options: ReadOptions): Promise<ReadConf> {
  const { files, problems } = await readConfFiles(options)
  const documents = files.map(({ name, text }) => parseLines(text, { file: name, strict: options.strict === true }))
  const stated = options.release === undefined ? statedIn(documents) : undefined
  const { choice, findings } = chosenRelease(options.release, documents, stated)
  const kept = files.map(({ name, path, found, owned }) => ({ name, path, found, owned }))
  return {
    parts: { documents, files: kept, choice, plugins: [], findings: [], lenient: true },
    isStated: options.release !== undefined || (stated !== undefined && findings.length === 0),
    findings: [
      ...problems.map(unreadable),
      ...(files.length + problems.length === 0 ? [noFile()] : []),
      ...documents.flatMap((document) => document.findings.map(ofLine)),
      ...findings,
      ...releaseFindings(choice),
    ],
  }
}

function unreadable({ name, message }: FileProblem): CheckFinding {
  const fix = 'Mind the path (relative ones start at the working folder) and the permissions, or name another file.'
  return finding('file-unreadable', { at: { file: name }, message, fix })
}

function noFile(): CheckFinding {
  const message = 'no nova.conf was named, and none was found'
  return finding('no-file', { message, fix: 'Name it: --config-file /etc/nova/nova.conf' })
}

function ofLine({ level, file, line, message }: Finding): CheckFinding {
  const at = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) }
  if (level !== 'error') return finding('no-section', { at, message, fix: 'Put [DEFAULT] on a line above it.' })
  const fix = 'Mend the line: name = value, [section], or a comment with # in the first column.'
  return finding('syntax', { at, message, fix })
}

/** The assignment of `[nova_sched] release` that counts. */
function statedIn(documents: readonly ConfDocument[]): (Assignment & { readonly file: string }) | undefined {
  const found = documents.flatMap(({ file, assignments }) => assignments.map((each) => ({ ...each, file })))
  return found.filter((each) => isRelease(each) && each.value.trim() !== '').at(-1)
}

function isRelease({ section, key }: Assignment): boolean {
  return groupKey(section) === 'nova_sched' && key === 'release'
}

function chosenRelease(
  asked: string | undefined,
  documents: readonly ConfDocument[],
  stated: ReturnType<typeof statedIn>,
): { readonly choice: ReleaseChoice; readonly findings: readonly CheckFinding[] } {
  try {
    return { choice: chooseRelease(asked, documents), findings: [] }
  } catch (error) {
    if (stated === undefined || !isNovaSchedError(error)) throw error
    const others = documents.map((document) => {
      return { ...document, assignments: document.assignments.filter((each) => !isRelease(each)) }
    })
    const choice = chooseRelease(undefined, others)
    const at = { file: stated.file, line: stated.line, path: '[nova_sched] release' }
    const message = `${shown(stated.value)} is no release of Nova; checked as ${choice.asked.name}`
    const fix = `Write one of ${knownReleases()}.`
    return { choice, findings: [finding('release-unknown', { at, message, fix })] }
  }
}

/** A guess has a finding when names of two releases are there, a release that was asked for when it has a stand-in. */
function releaseFindings({ release, asked, findings }: ReleaseChoice): CheckFinding[] {
  const standIn = RELEASE_NUMBERS[release]
  if (asked.number === standIn) {
    const fix = 'Keep one of the two sets of names, and say which release this is: [nova_sched] release, or --release.'
    return findings.map(({ message }) => finding('release-mixed', { message, fix }))
  }
  const changes = changesBetween(standIn, asked.number).length
  const message = `checked as ${asked.name}; dry-run and explain decide by the rules of ${release}`
  const why = changes === 0 ? 'No rule is known to differ.' : `${changes} rules are known to differ.`
  return [finding('release-stand-in', { message, why, fix: 'Mind the list that dry-run prints before it decides.' })]
}
