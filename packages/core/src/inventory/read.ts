import { isNovaSchedError, NovaSchedError } from '../errors.ts'
import type { Finding } from '../errors.ts'
import { documentProblem, jsonDocument, looksLikeJson, yamlDocuments } from '../util/documents/document.ts'
import { asProblem, errorOf } from '../util/documents/problems.ts'
import type { Problem } from '../util/documents/problems.ts'
import { bytesOf, decodeText, readTextFile } from '../util/documents/text-file.ts'
import type { SourceText } from '../util/documents/text-file.ts'
import { checkInventory } from './check.ts'
import { looksLikeServiceTable, serviceTable } from './formats/service-table.ts'
import { services } from './formats/services.ts'
import { looksLikeTable, tableEntries } from './formats/text-table.ts'
import type { Inventory } from './inventory.ts'
import { mergeParts } from './merge.ts'
import type { Part } from './part.ts'
import { recogniseDocument, recogniseEntries } from './recognise.ts'
import { settle } from './remarks.ts'
import { repeats } from './repeats.ts'
import { partMisfits } from './validate.ts'

/** How much of a text is looked at to tell what it is, in characters. */
const LOOKED_AT = 16_384

/** How inventory files are read. */
export interface InventoryOptions {
  /** Which column of a CSV file is what: `host=sn,vcpus=cpu_milli/1000`. */
  readonly columns?: string | undefined
  /** What `-` stands for. */
  readonly stdin?: AsyncIterable<unknown> | undefined
  /** Where a file is, by the name that was given; the name itself unless given. */
  readonly resolve?: ((name: string) => string) | undefined
  /** Largest file that is read, in bytes; 64 MiB unless given. */
  readonly maxBytes?: number | undefined
}

/** What was found while reading an inventory. */
export interface InventoryReport {
  /** Null when there are errors. */
  readonly inventory: Inventory | null
  /** Errors, warnings and hints, file by file. */
  readonly findings: readonly Finding[]
  /** The errors among the findings as one; null when there are none. */
  readonly error: NovaSchedError | null
}

/**
 * Reads files into one inventory. JSON, YAML, CSV, and what Nova's API, `openstack` and `nova-manage` print are told
 * apart by what is in them.
 *
 * @param names - files, or `-` for standard input
 * @returns the inventory, and warnings and hints
 * @throws the first error's code, with all errors in `details.findings`: FILE_NOT_FOUND, FILE_UNREADABLE,
 * FILE_TOO_LARGE, FILE_NOT_TEXT, FILE_INVALID, INVENTORY_INVALID, USAGE
 */
export async function loadInventory(
  names: readonly string[],
  options: InventoryOptions = {},
): Promise<{ readonly inventory: Inventory; readonly findings: readonly Finding[] }> {
  const { inventory, findings, error } = await examineInventory(names, options)
  if (error !== null) throw error
  return { inventory: inventory as Inventory, findings }
}

/** As {@link loadInventory}, but everything that is wrong is told and nothing is thrown. */
export async function examineInventory(
  names: readonly string[],
  options: InventoryOptions = {},
): Promise<InventoryReport> {
  const parts: Part[] = []
  for (const [index, name] of names.entries()) {
    const isRepeated = name === '-' && names.indexOf(name) < index
    const again = new NovaSchedError('USAGE', '-: standard input can be read once only')
    parts.push(isRepeated ? failed(name, again) : await readPart(name, options))
  }
  return reportOn(parts)
}

/**
 * Takes a value as an inventory, as from a program that has one at hand.
 *
 * @param name - what messages call it
 * @throws INVENTORY_INVALID
 */
export function inventoryFrom(
  value: unknown,
  name = 'inventory',
): { readonly inventory: Inventory; readonly findings: readonly Finding[] } {
  const { inventory, findings, error } = reportOn([
    recogniseDocument({ file: name, value, line: 1, linesOf: () => new Map() }),
  ])
  if (error !== null) throw error
  return { inventory: inventory as Inventory, findings }
}

function reportOn(parts: readonly Part[]): InventoryReport {
  const read = parts.flatMap((part) => [...(part.findings ?? []), ...settle(partMisfits(part))])
  const told = [...read, ...settle(repeats(parts))]
  if (told.some(isError)) return failedReport(told)
  const merged = mergeParts(parts)
  const all = [...told, ...settle([...merged.remarks, ...checkInventory(merged)])]
  return all.some(isError) ? failedReport(all) : { inventory: merged.inventory, findings: all, error: null }
}

function failedReport(findings: readonly (Finding | Problem)[]): InventoryReport {
  const error = errorOf(findings.filter(isError), 'the inventory')
  return { inventory: null, findings, error }
}

function isError(finding: Finding | Problem): finding is Problem {
  return finding.level === 'error'
}

async function readPart(name: string, options: InventoryOptions): Promise<Part> {
  try {
    const source = await readSource(name, options)
    const part = await partOf(source, options.columns)
    if (!source.hadByteOrderMark) return part
    const message = 'it begins with a byte order mark, which is left out'
    return { ...part, findings: [{ level: 'warning', file: name, message }, ...(part.findings ?? [])] }
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    return failed(name, error)
  }
}

async function readSource(name: string, { stdin, resolve, maxBytes }: InventoryOptions): Promise<SourceText> {
  if (name !== '-') return readTextFile(resolve?.(name) ?? name, name, maxBytes)
  if (stdin === undefined) throw new NovaSchedError('USAGE', '-: there is no standard input to read')
  return decodeText(await bytesOf(stdin, name, maxBytes), name)
}

function failed(file: string, error: NovaSchedError): Part {
  return { file, linesOf: () => new Map(), findings: [asProblem(error, file)] }
}

/** What a text is, is told by what is in it; its name decides only between CSV and YAML. */
async function partOf(source: SourceText, columns: string | undefined): Promise<Part> {
  const { file, text } = source
  const noLines = { file, linesOf: () => new Map<string, number>() }
  const beginning = text.slice(0, LOOKED_AT)
  try {
    if (/\.json$/i.test(file)) return recogniseDocument(jsonDocument(source))
    if (looksLikeServiceTable(beginning)) {
      const { entries, problems } = serviceTable(text, file)
      const { findings = [], ...contents } = services.read(entries, file)
      return { ...noLines, ...contents, findings: [...problems, ...findings] }
    }
    if (looksLikeJson(text)) return await fromFlow(source)
    if (looksLikeTable(beginning)) return recogniseEntries(tableEntries(text), file)
    if (!looksLikeCsv(file, beginning, columns)) return await fromYaml(source)
    const { readCsv } = await import('./formats/csv.ts')
    return { ...noLines, ...readCsv(text, file, columns) }
  } catch (error) {
    return { ...noLines, findings: [documentProblem(error, source)] }
  }
}

function looksLikeCsv(file: string, text: string, columns: string | undefined): boolean {
  if (/\.(csv|tsv)$/i.test(file)) return true
  if (isYamlName(file)) return false
  const head = /^.*$/m.exec(text.trimStart())?.[0] ?? ''
  return columns !== undefined || (/[,;\t]/.test(head) && !/:(\s|$)|^\s*[-#]/.test(head))
}

/** What begins with a bracket is JSON; a YAML file may begin so as well. */
async function fromFlow(source: SourceText): Promise<Part> {
  try {
    return recogniseDocument(jsonDocument(source))
  } catch (error) {
    const part = await fromYaml(source).catch(() => null)
    if (part !== null || isYamlName(source.file)) return part ?? fromYaml(source)
    throw error
  }
}

function isYamlName(file: string): boolean {
  return /\.ya?ml$/i.test(file)
}

async function fromYaml(source: SourceText): Promise<Part> {
  const documents = await yamlDocuments(source)
  const [first] = documents
  if (first !== undefined && documents.length === 1) return recogniseDocument(first)
  const { file } = source
  const message = `it holds ${documents.length} YAML documents: an inventory is one`
  return {
    file,
    linesOf: () => new Map(),
    findings: [{ level: 'error', code: 'FILE_INVALID', file, message }],
  }
}
