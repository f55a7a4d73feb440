/** Deepest nesting that is read: no inventory or request comes near, and deeper ones exhaust the stack. */
export const MAX_DEPTH = 200

/** Largest file that is read, in bytes: some hundred thousand hosts. What is made of it takes forty times the memory. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Largest YAML text that is read, in characters: YAML is read a hundred times slower than JSON. */
export const MAX_YAML_LENGTH = 32 * 1024 * 1024

/** Most values that the aliases of a YAML document may expand to. */
export const MAX_YAML_VALUES = 5_000_000

/** Most uses of YAML aliases, each counted as often as it expands others. */
export const MAX_YAML_ALIASES = 100_000

/** A document that cannot be read: what is wrong, and where. */
export class DocumentError extends Error {
  /** Characters from the beginning of the text; absent when the place is not known. */
  readonly offset: number | undefined

  constructor(message: string, offset?: number) {
    super(message)
    this.name = 'DocumentError'
    this.offset = offset
  }
}

/**
 * Line of a character of a text, from 1.
 *
 * @param from - a character before it whose line is known, which saves counting from the beginning
 */
export function lineAt(
  text: string,
  offset: number,
  from: { readonly offset: number; readonly line: number } = START,
): number {
  let { line } = from
  for (let at = text.indexOf('\n', from.offset); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

const START = { offset: 0, line: 1 }
