import { groupKey, type OptionNames } from '../conf/known.ts'
import type { OptionName } from '../conf/index.ts'
import type { ConfDocument } from '../conf/lines.ts'
import { nameFindings } from '../conf/names.ts'
import { type CheckFinding, finding, shownName } from './finding.ts'

/** Names of the scheduler that were gone before Kilo, as many a file still has them, with what they became. */
const ANCIENT: Readonly<Record<string, string>> = {
  compute_scheduler_driver: 'driver',
  least_cost_functions: 'weight_classes',
  compute_fill_first_cost_fn_weight: 'ram_weight_multiplier',
}

/**
 * Names and sections that are not read although somebody meant them to be.
 *
 * @param options - those of other releases too
 * @param release - what the release in force is called
 * @param isStated - somebody said so; else the guess may be what is wrong
 */
export function checkNames(
  documents: readonly ConfDocument[],
  options: readonly OptionNames[],
  release: string,
  isStated: boolean,
): CheckFinding[] {
  const read = options.flatMap(({ names }) => names)
  const others = options.flatMap(({ otherNames }) => otherNames)
  const near = nameFindings(documents, options, release).map(({ file, line, message }) => {
    const advice = message.replace(/\?$/, '')
    const meant = read.find((name) => advice.endsWith(placeText(name)))
    const section = meant === undefined && read.find(({ group }) => advice.endsWith(`did you mean [${group}]`))
    const fix = meant ? nameFix(meant) : section ? `Write [${section.group}].` : 'Remove the line.'
    const isOfOther = others.some((name) => message.startsWith(`${placeText(name)} is ignored`))
    const guess = isOfOther && !isStated ? ' If this is another release, say which: --release.' : ''
    return finding('name-ignored', { at: spotOf(file, line), message, fix: fix + guess })
  })
  return [...near, ...documents.flatMap((document) => ancientNames(document, options, release))]
}

function ancientNames({ file, assignments }: ConfDocument, options: readonly OptionNames[], release: string) {
  return assignments.flatMap(({ section, key, line }) => {
    const name = key.replace(/^-+/, '')
    if (groupKey(section) !== 'DEFAULT' || !Object.hasOwn(ANCIENT, name)) return []
    const current = options.find((option) => option.key === ANCIENT[name])?.names[0]
    const message = `${shownName(key)} is ignored: ${release} has no such option, and no release since Kilo had`
    const fix = current === undefined ? 'Remove the line.' : `Remove the line, or ${lowerFirst(nameFix(current))}`
    return [finding('name-ignored', { at: spotOf(file, line), message, fix })]
  })
}

function placeText({ group, name }: OptionName): string {
  return `[${group}] ${name}`
}

function nameFix({ group, name }: OptionName): string {
  return `Write ${name} in the section [${group}].`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function spotOf(file: string | undefined, line: number | undefined): { file?: string; line?: number } {
  return { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) }
}
