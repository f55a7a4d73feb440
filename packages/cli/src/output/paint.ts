import { Chalk, supportsColor, type ChalkInstance } from 'chalk'
import type { Context, GlobalOptions } from '../context.ts'

/** Colours for standard output: none in a pipe, with `--no-color`, or where NO_COLOR is set. */
export function paintFor({ columns, env }: Context, { color }: Pick<GlobalOptions, 'color'>): ChalkInstance {
  const isWanted = color && columns > 0 && (env['NO_COLOR'] ?? '') === ''
  return new Chalk({ level: isWanted && supportsColor !== false ? supportsColor.level : 0 })
}
