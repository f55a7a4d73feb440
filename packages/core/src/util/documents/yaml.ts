import { Composer, Lexer, LineCounter, Parser } from 'yaml'
import type { Document as YamlDocument, ParsedNode, YAMLError } from 'yaml'
import { DocumentError, MAX_DEPTH, MAX_YAML_ALIASES, MAX_YAML_LENGTH, MAX_YAML_VALUES } from './limits.ts'
import type { Path } from './path.ts'

/** One document of a YAML text. */
export interface YamlPart {
  readonly value: unknown
  /** Offset that the value at a path begins at. */
  readonly offsetOf: (path: Path) => number | undefined
}

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  stringKeys: true,
  merge: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** Levels of the parser's stack that are no level of the document: the document itself and a value being read. */
const STACK_EXTRA = 3

/**
 * Reads YAML 1.2 (core schema: `yes` is a text, keys are texts), and `<<` as a merge. Repeated keys and tags of other schemas are errors.
 * The depth is watched while the text is read, and what aliases expand to is bounded: neither a deep nor a
 * self-multiplying document can exhaust the process.
 *
 * @returns the documents of the text, at least one unless it is blank
 * @throws DocumentError with the place of the first error
 */
export function readYaml(text: string): readonly YamlPart[] {
  if (text.length > MAX_YAML_LENGTH) {
    const mebibytes = MAX_YAML_LENGTH / 1024 / 1024
    throw new DocumentError(`it is larger than ${mebibytes} MiB, which is too much YAML: convert it to JSON`)
  }
  const counter = new LineCounter()
  const composer = new Composer({ ...OPTIONS, lineCounter: counter })
  const documents = [...composer.compose(tokensOf(text, counter), false, text.length)]
  return documents.map((document) => ({
    value: plainValue(document),
    offsetOf: (path) => offsetOf(document, path),
  }))
}

function* tokensOf(text: string, counter: LineCounter) {
  const parser = new Parser(counter.addNewLine)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > MAX_DEPTH + STACK_EXTRA) {
      throw new DocumentError(`it is nested deeper than ${MAX_DEPTH} levels`, parser.offset)
    }
  }
  yield* parser.end()
}

function plainValue(document: YamlDocument.Parsed): unknown {
  const problem: YAMLError | undefined = document.errors[0] ?? document.warnings[0]
  if (problem !== undefined) throw new DocumentError(inWords(problem), problem.pos[0])
  const value = expanded(document)
  checkSize(value)
  return value
}

function expanded(document: YamlDocument.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_YAML_ALIASES })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.message.startsWith('Excessive')) throw new DocumentError('its aliases expand to far too many values')
    // The library says by plain errors what is wrong with aliases and merges.
    if (error instanceof ReferenceError || error.constructor === Error) throw new DocumentError(error.message)
    throw error
  }
}

/** Aliases make one value stand in many places: what is small in the file may be endless to walk. */
function checkSize(root: unknown): void {
  let count = 0
  const visit = (value: unknown, depth: number): void => {
    count += 1
    if (count > MAX_YAML_VALUES) throw new DocumentError('its aliases expand to far too many values')
    if (typeof value !== 'object' || value === null) return
    if (depth >= MAX_DEPTH) throw new DocumentError(`it is nested deeper than ${MAX_DEPTH} levels, or holds itself`)
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== Array.prototype) {
      throw new DocumentError('it holds a tag (!!…) that makes no plain value: write texts, numbers, lists and maps')
    }
    for (const item of Object.values(value)) visit(item, depth + 1)
  }
  visit(root, 0)
}

function inWords({ code, message }: YAMLError): string {
  if (code === 'DUPLICATE_KEY') return 'the same key stands here twice'
  if (code === 'NON_STRING_KEY') return 'a key must be a text'
  if (code === 'TAG_RESOLVE_FAILED') return `${message}: tags are not read`
  return message
}

function offsetOf(document: YamlDocument.Parsed, path: Path): number | undefined {
  const node = document.getIn(path, true) as ParsedNode | undefined
  return node?.range[0]
}
