import type { Problem } from './problems.ts'
import { offsetsInJson, readJson } from './json.ts'
import { DocumentError, lineAt } from './limits.ts'
import { pathText } from './path.ts'
import { readPlainYaml } from './plain-yaml.ts'
import type { Path } from './path.ts'
import type { SourceText } from './text-file.ts'

/** A value that was read from a file. */
export interface ParsedDocument {
  readonly file: string
  readonly value: unknown
  /** The line it begins at, from 1. */
  readonly line: number
  /** The lines that values at these paths begin at, by {@link pathText}; what is not known is left out. */
  readonly linesOf: (paths: readonly Path[]) => ReadonlyMap<string, number>
}

/** Whether a text is probably JSON: nothing else that is read begins with a bracket, but YAML may. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

/**
 * A text that is one JSON value.
 *
 * @throws DocumentError with the place of the first error
 */
export function jsonDocument({ file, text }: SourceText): ParsedDocument {
  return jsonValue(file, text, readJson(text).value, { offset: 0, line: 1 })
}

/**
 * JSON values one after another, as in JSON lines.
 *
 * @throws DocumentError with the place of the first error
 */
export function jsonDocuments({ file, text }: SourceText): readonly ParsedDocument[] {
  const documents: ParsedDocument[] = []
  const contentEnd = text.trimEnd().length
  let line = 1
  for (let from = 0; from < contentEnd;) {
    const { value, end } = readJson(text, { from, more: true })
    const offset = from + text.slice(from, end).search(/\S/)
    line = lineAt(text, offset, { offset: from, line })
    documents.push(jsonValue(file, text, value, { offset, line }))
    line = lineAt(text, end, { offset, line })
    from = end
  }
  return documents
}

/**
 * The documents of a YAML text; most have one. The YAML library is loaded when the first needs it: it is slow to load.
 *
 * @throws DocumentError with the place of the first error
 */
export async function yamlDocuments({ file, text }: SourceText): Promise<readonly ParsedDocument[]> {
  const plain = readPlainYaml(text)
  const parts = plain === null ? (await import('./yaml.ts')).readYaml(text) : [plain]
  return parts.map(({ value, offsetOf }) => ({
    file,
    value,
    line: lineAt(text, offsetOf([]) ?? 0),
    linesOf: (paths) => {
      const lines = new Map<string, number>()
      for (const path of paths) {
        const offset = offsetOf(path)
        if (offset !== undefined) lines.set(pathText(path), lineAt(text, offset))
      }
      return lines
    },
  }))
}

/** What a text that cannot be read is told as. Other errors are thrown on. */
export function documentProblem(error: unknown, { file, text }: SourceText): Problem {
  if (!(error instanceof DocumentError)) throw error
  const problem = { level: 'error', code: 'FILE_INVALID', file, message: error.message } as const
  return error.offset === undefined ? problem : { ...problem, line: lineAt(text, error.offset) }
}

function jsonValue(
  file: string,
  text: string,
  value: unknown,
  start: { readonly offset: number; readonly line: number },
): ParsedDocument {
  return {
    file,
    value,
    line: start.line,
    linesOf: (paths) => {
      const offsets = offsetsInJson(text, paths.map(pathText), start.offset)
      return new Map(Array.from(offsets, ([path, offset]) => [path, lineAt(text, offset, start)]))
    },
  }
}
