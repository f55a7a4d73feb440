import type { Context, GlobalOptions } from '../context.ts'

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const

/** Styles of texts. */
export type Paint = Readonly<Record<(typeof STYLES)[number], (text: string) => string>>

/** Every text as it is. */
const PLAIN = Object.fromEntries(STYLES.map((style) => [style, (text: string) => text])) as Paint

/** Colours for standard output: none in a pipe, with `--no-color`, or where NO_COLOR is set. */
export async function paintFor({ columns, env }: Context, { color }: Pick<GlobalOptions, 'color'>): Promise<Paint> {
  if (!color || columns === 0 || (env['NO_COLOR'] ?? '') !== '') return PLAIN
  const { Chalk, supportsColor } = await import('chalk')
  return new Chalk({ level: supportsColor === false ? 0 : supportsColor.level })
}
