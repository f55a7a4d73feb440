import type { Finding } from '../errors.ts'
import { inlineComment } from './inline-comment.ts'
import type { KnownOption } from './known.ts'
import { isSecret, type Reading } from './read.ts'
import { quote } from './quote.ts'

type OptionReading = Reading & { readonly option: KnownOption }

/** Warnings about values that are right, but may not be what was meant; and about old names. */
export function valueWarnings(readings: readonly OptionReading[]): Finding[] {
  return readings.flatMap((reading) => [...oldNames(reading), ...swallowedComments(reading)])
}

/** One warning for each old name, where it is used first. */
function oldNames({ option, places }: OptionReading): Finding[] {
  const current = option.names[0]
  const old = new Map(
    places
      .filter(({ name }) => name !== current && name.deprecatedSince !== undefined)
      .map((place) => [place.name, place]),
  )
  return [...old.values()].map(({ file, line, name }) => {
    const message = `[${name.group}] ${name.name} is an old name: use [${current?.group}] ${current?.name}`
    return { level: 'warning', file, line, message }
  })
}

function swallowedComments({ option, places }: OptionReading): Finding[] {
  if (isSecret(option)) return []
  return places.flatMap(({ file, line, name, value }) => {
    const comment = inlineComment(value)
    if (comment === null) return []
    const path = `[${name.group}] ${name.name}`
    const message = `${quote(comment.comment)} is part of the value: nova.conf has no comments behind values; put it on a line of its own`
    return [{ level: 'warning' as const, file, line, path, message }]
  })
}
