import { inlineComment } from '../conf/inline-comment.ts'
import type { KnownOption } from '../conf/known.ts'
import { type Contents, type Place, valuesOf } from '../conf/lookup.ts'
import { isSecret, type Reading, type ValueFinding } from '../conf/read.ts'
import { valueText } from '../conf/render.ts'
import { describeType } from '../conf/sample.ts'
import { typeOfOption } from '../conf/types.ts'
import { CONF_CHECKS } from './codes.ts'
import { type CheckFinding, finding, listed, shown, shownName } from './finding.ts'

/** An option with what the files say of it. */
export type OptionReading = Reading & { readonly option: KnownOption }

/** Wrong values, comments behind values, and old names. */
export function checkValues(readings: readonly OptionReading[]): CheckFinding[] {
  return readings.flatMap((reading) => [
    ...reading.errors.map((error) => wrongValue(reading.option, error)),
    ...swallowedComments(reading),
    ...oldNames(reading),
  ])
}

function wrongValue(option: KnownOption, { file, line, path, message, value, expected }: ValueFinding): CheckFinding {
  const at = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }), ...(path && { path }) }
  const name = path?.split('] ').at(-1) ?? option.key
  const comment = isSecret(option) ? null : inlineComment(value)
  if (comment !== null && typeOfOption(option.spec)(comment.before).ok) {
    const fix = `Put the comment on a line of its own, and write ${name} = ${shownName(comment.before)}`
    const why = `${CONF_CHECKS['comment-in-value'].why} ${CONF_CHECKS['value-invalid'].why}`
    return finding('comment-in-value', { at, message: `${shown(value)} ${expected}`, why, fix })
  }
  const dollar = value.includes('$') ? 'Write $$ where a dollar sign is meant. ' : ''
  const fix = `${dollar}Write a value of the kind "${describeType(option)}", or remove the line${defaultOf(option)}.`
  return finding('value-invalid', { at, message, fix })
}

function defaultOf({ spec }: KnownOption): string {
  const text = [valueText(spec, spec.default)].flat().join(', ')
  return text === '' || text === '<None>' ? ': it is not set by default' : `: the default is ${text}`
}

function swallowedComments({ option, places, errors }: OptionReading): CheckFinding[] {
  if (isSecret(option) || errors.length > 0) return []
  return places.flatMap(({ file, line, name, value }) => {
    const comment = inlineComment(value)
    if (comment === null) return []
    const at = { file, line, path: `[${name.group}] ${name.name}` }
    const message = `${shown(comment.comment)} is part of the value`
    const fix = `Put the comment on a line of its own, and write ${name.name} = ${shownName(comment.before)}`
    return [finding('comment-in-value', { at, message, fix, level: 'warning' })]
  })
}

/** One for each old name, where it is used first. */
function oldNames({ option, places }: OptionReading): CheckFinding[] {
  const current = option.names[0]
  const old = places.filter(({ name }) => name !== current && name.deprecatedSince !== undefined)
  const first = old.filter(({ name }, index) => old.findIndex((other) => other.name === name) === index)
  return first.map(({ file, line, name }) => {
    const at = { file, line, path: `[${name.group}] ${name.name}` }
    const fix = `Write ${current?.name} in the section [${current?.group}].`
    return finding('old-name', { at, message: `the old name of [${current?.group}] ${current?.name}`, fix })
  })
}

/** Options that one file gives more than once, although one value counts. Later files may override: that is what they are for. */
export function checkRepeats(options: readonly KnownOption[], contents: Contents): CheckFinding[] {
  return options.filter(({ spec }) => spec.type !== 'multi').flatMap((option) => repeatsOf(option, contents))
}

interface Given extends Place {
  readonly name: string
}

function repeatsOf(option: KnownOption, contents: Contents): CheckFinding[] {
  const given = option.names.flatMap(({ group, name }) => {
    return valuesOf(contents, group, name).map((place): Given => ({ ...place, name: `[${group}] ${name}` }))
  })
  return contents.documents.flatMap(({ file }) => {
    const here = given.filter((each) => each.file === file)
    const newest = here[0]?.name
    const winner = here.filter(({ name }) => name === newest).at(-1)
    return winner === undefined || here.length < 2 ? [] : [repeated(option, here, winner)]
  })
}

function repeated(option: KnownOption, here: readonly Given[], winner: Given): CheckFinding {
  const losers = here.filter((each) => each !== winner)
  const lines = here.map(({ line }) => String(line)).toSorted((a, b) => Number(a) - Number(b))
  const others = [...new Set(losers.map(({ name }) => name))].filter((name) => name !== winner.name)
  const also = others.length === 0 ? '' : `, also as ${listed(others)}`
  const message = `given ${here.length} times, on lines ${listed(lines)}${also}: only line ${winner.line} counts`
  const away = losers.map(({ line }) => String(line)).toSorted((a, b) => Number(a) - Number(b))
  const remove = `Remove line${away.length === 1 ? '' : 's'} ${listed(away)}`
  const isList = option.spec.type === 'list'
  const fix = isList ? `${remove}, or write all items on one line, with commas between them.` : `${remove}.`
  const isSame = losers.every(({ value }) => value === winner.value)
  const at = { file: winner.file, line: winner.line, path: winner.name }
  return finding('given-twice', { at, message, fix, ...(isSame ? { level: 'hint', why: SAME } : {}) })
}

const SAME = 'All of them give the same value today; whoever changes one of them may change one that does not count.'
