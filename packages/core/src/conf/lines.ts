import type { Finding } from '../errors.ts'
import { stripSpace } from '../plugin/python.ts'
import { quote, quoteLine } from './quote.ts'

/** One `key = value` of a file. */
export interface Assignment {
  /** The section as it is spelled. */
  readonly section: string
  readonly key: string
  /** Lines joined by `\n`, quotes around the first one removed. */
  readonly value: string
  /** Line of the key, from 1. */
  readonly line: number
}

/** What the lines of one file say, in order. */
export interface ConfDocument {
  readonly file: string
  /** Section headers; a section may occur several times. */
  readonly headers: readonly { readonly name: string; readonly line: number }[]
  readonly assignments: readonly Assignment[]
  /** Errors in the order in which oslo.config would meet them (it stops at the first), and warnings. */
  readonly findings: readonly Finding[]
}

/** How to read lines. */
export interface LineOptions {
  /** Name of the file in findings. */
  readonly file?: string
  /** Refuse everything that oslo.config refuses. Else assignments before the first section belong to `[DEFAULT]`. */
  readonly strict?: boolean
}

interface Parser {
  readonly file: string
  readonly strict: boolean
  readonly headers: { name: string; line: number }[]
  readonly assignments: Assignment[]
  readonly findings: Finding[]
  section: string | null
  /** The assignment that the next indented line would continue. */
  pending: { key: string; lines: string[]; line: number } | null
  /** The line above was refused: indented lines below it belong to it. */
  afterError: boolean
  /** That assignments stand before the first section has been told. */
  toldSectionless: boolean
}

/** After more errors than this a file is not read on: one that is no configuration at all has as many as lines. */
const MOST_ERRORS = 1000

/**
 * Reads the text of a nova.conf with the line grammar of oslo.config: every assignment in order, with its line.
 * Never throws; what is wrong stands in `findings`, all of it. The first error's line is where oslo.config stops: for
 * an assignment before any section that is the line that ends the assignment.
 */
export function parseLines(text: string, options: LineOptions = {}): ConfDocument {
  const { file = 'nova.conf', strict = false } = options
  const parser: Parser = {
    file,
    strict,
    headers: [],
    assignments: [],
    findings: [],
    section: null,
    pending: null,
    afterError: false,
    toldSectionless: false,
  }
  const lines = textLines(withoutMark(parser, text))
  for (const [index, line] of lines.entries()) {
    readLine(parser, stripEnd(line), index + 1)
    if (parser.findings.length > MOST_ERRORS) return documentOf(parser, withoutRest(parser, index + 1))
  }
  flush(parser, lines.length)
  return documentOf(parser, parser.findings)
}

function documentOf({ file, headers, assignments }: Parser, findings: readonly Finding[]): ConfDocument {
  return { file, headers, assignments, findings }
}

/** Section → key → the values of every assignment, in order, all spelled as in the text. Maps without a prototype. */
export function sectionsOf(document: ConfDocument): Record<string, Record<string, string[]>> {
  const sections = Object.create(null) as Record<string, Record<string, string[]>>
  for (const { name } of document.headers) sections[name] ??= Object.create(null) as Record<string, string[]>
  for (const { section, key, value } of document.assignments) {
    const keys = (sections[section] ??= Object.create(null) as Record<string, string[]>)
    const values = (keys[key] ??= [])
    values.push(value)
  }
  return sections
}

/** Oslo.config takes a byte order mark for text and refuses the line it stands in with an error that hides it. */
function withoutMark(parser: Parser, text: string): string {
  if (parser.strict || !text.startsWith('\ufeff')) return text
  refuse(parser, 1, 'the file starts with a byte order mark, which Nova does not accept: save it as UTF-8 without BOM')
  return text.slice(1)
}

/** Files are opened with universal newlines: these three end a line, nothing else does. */
function textLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The line as Python's `rstrip()` gives it: the mark keeps the blanks at its start. */
function stripEnd(line: string): string {
  return stripSpace(`|${line}`).slice(1)
}

function readLine(parser: Parser, line: string, number: number): void {
  if (line === '') {
    flush(parser, number)
    parser.afterError = false
  } else if (line.startsWith(' ') || line.startsWith('\t')) {
    readContinuation(parser, line, number)
  } else {
    flush(parser, number)
    parser.afterError = false
    if (line.startsWith('[')) readSection(parser, line, number)
    else if (!line.startsWith('#') && !line.startsWith(';')) readAssignment(parser, line, number)
  }
}

function readContinuation(parser: Parser, line: string, number: number): void {
  if (parser.pending) parser.pending.lines.push(stripSpace(line))
  else if (!parser.afterError) {
    const advice = 'an indented line continues the value above it, and a comment or an empty line ends that value'
    refuse(parser, number, `Unexpected continuation line: ${quoteLine(line)} (${advice})`)
  }
}

function readSection(parser: Parser, line: string, number: number): void {
  parser.section = line.slice(1, -1)
  if (!line.endsWith(']')) {
    const advice = /\][^\]]*[#;]/.test(line) ? 'a comment needs a line of its own' : 'write [name]'
    refuse(parser, number, `Invalid section (must end with ]): ${quoteLine(line)}; ${advice}`)
  } else if (parser.section === '') {
    refuse(parser, number, 'Empty section name')
  } else {
    parser.headers.push({ name: parser.section, line: number })
  }
}

function readAssignment(parser: Parser, line: string, number: number): void {
  const separator = line.search(/[:=]/)
  if (separator < 0) {
    const hasMark = number === 1 && line.startsWith('\ufeff')
    if (hasMark) parser.section = 'DEFAULT'
    const advice = hasMark ? 'the file starts with a byte order mark' : 'write key = value'
    return refuse(parser, number, `No ':' or '=' found in assignment: ${quoteLine(line)} (${advice})`)
  }
  const key = stripSpace(line.slice(0, separator))
  if (key === '') return refuse(parser, number, `Key cannot be empty: ${quoteLine(line)}`)
  parser.pending = { key, lines: [unquote(stripSpace(line.slice(separator + 1)))], line: number }
}

/** The text without the quotes around it; a lone quote counts as both. */
function unquote(value: string): string {
  const first = value.charAt(0)
  return (first === '"' || first === "'") && value.endsWith(first) ? value.slice(1, -1) : value
}

/** Ends the assignment that is being read, at the line that ends it. */
function flush(parser: Parser, number: number): void {
  if (!parser.pending) return
  const { key, lines, line } = parser.pending
  parser.pending = null
  if (parser.section === null) tellSectionless(parser, key, line, number)
  parser.assignments.push({ section: parser.section ?? 'DEFAULT', key, value: lines.join('\n'), line })
}

function tellSectionless(parser: Parser, key: string, line: number, number: number): void {
  if (parser.toldSectionless) return
  parser.toldSectionless = true
  const what = `Section must be started before assignment: ${quote(key)} stands on line ${line}`
  if (parser.strict) return refuse(parser, number, `${what}; put [DEFAULT] above it`)
  const message = `${what}; it is taken as [DEFAULT], but Nova would refuse the file: put [DEFAULT] above it`
  parser.findings.push({ level: 'warning', file: parser.file, line, message })
}

function refuse(parser: Parser, line: number, message: string): void {
  parser.afterError = true
  parser.findings.push({ level: 'error', file: parser.file, line, message })
}

function withoutRest({ findings, file }: Parser, line: number): Finding[] {
  const message = 'too many errors; the lines below are not read: this does not look like a nova.conf'
  return [...findings, { level: 'error', file, line, message }]
}
