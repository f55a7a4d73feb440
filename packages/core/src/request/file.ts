import { isNovaSchedError, NovaSchedError } from '../errors.ts'
import type { Finding } from '../errors.ts'
import { documentProblem, jsonDocuments, looksLikeJson, yamlDocuments } from '../util/documents/document.ts'
import type { ParsedDocument } from '../util/documents/document.ts'
import { errorOf } from '../util/documents/problems.ts'
import type { Problem } from '../util/documents/problems.ts'
import { pathText } from '../util/documents/path.ts'
import { plainCopy } from '../util/documents/plain-copy.ts'
import { bytesOf, decodeText, readTextFile } from '../util/documents/text-file.ts'
import type { SourceText } from '../util/documents/text-file.ts'
import { buildRequest } from './build.ts'
import type { BuildContext, BuiltRequest } from './build.ts'
import type { NovaRequest } from './nova-request.ts'
import { policyNotes } from './server-group.ts'
import type { ShortRequest } from './short-request.ts'
import { requestMisfits } from './validate.ts'
import type { RequestMisfit } from './validate.ts'

/** Looking up a line may read the file again: only so many are looked up. */
const MOST_LINES = 200

/** A request as it was written. */
export type WrittenRequest =
  | { readonly form: 'short'; readonly value: ShortRequest; readonly place: string }
  | { readonly form: 'nova'; readonly value: NovaRequest; readonly place: string }

/** How a request file is read. */
export interface RequestFileOptions {
  /** What `-` stands for. */
  readonly stdin?: AsyncIterable<unknown> | undefined
  /** Where a file is, by the name that was given; the name itself unless given. */
  readonly resolve?: ((name: string) => string) | undefined
  /** Largest file that is read, in bytes; 64 MiB unless given. */
  readonly maxBytes?: number | undefined
}

/** Requests that were read, and what is odd about them. */
export interface RequestFile {
  readonly requests: readonly WrittenRequest[]
  readonly findings: readonly Finding[]
}

/**
 * Reads the requests of a file, in JSON, JSON lines or YAML: one, or lists of them, each in short or in Nova's form.
 *
 * @param name - the file, or `-` for standard input
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_NOT_TEXT, FILE_INVALID, REQUEST_INVALID, USAGE; with
 * all errors in `details.findings`
 */
export async function loadRequests(name: string, options: RequestFileOptions = {}): Promise<RequestFile> {
  const source = await readSource(name, options)
  const read = (await documentsIn(source)).map(readDocument)
  const requests = read.flatMap((document) => document.requests)
  const findings: (Finding | Problem)[] = read.flatMap((document) => document.findings)
  if (requests.length === 0) {
    findings.push({
      level: 'error',
      code: 'REQUEST_INVALID',
      file: name,
      message: 'it holds no request',
    } satisfies Problem)
  }
  if (source.hadByteOrderMark)
    findings.push({ level: 'warning', file: name, message: 'it begins with a byte order mark, which is left out' })
  const problems = findings.filter((finding): finding is Problem => finding.level === 'error')
  if (problems.length > 0) throw errorOf(problems, 'the requests')
  return { requests, findings }
}

/**
 * Makes a request ready for the scheduler: a short one is built, Nova's own passes as it is.
 *
 * @throws what {@link buildRequest} throws, with the place of the request
 */
export function prepareRequest(written: WrittenRequest, context: BuildContext): BuiltRequest {
  try {
    if (written.form === 'short') return buildRequest(written.value, context)
    return { request: written.value, notes: policyNotes(policiesTold(written.value)) }
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    const details = { ...error.details, place: written.place }
    throw new NovaSchedError(error.code, `${written.place}: ${error.message}`, details, { cause: error })
  }
}

function policiesTold({ filter_properties: properties }: NovaRequest): readonly unknown[] {
  return [properties.instance_group?.['policy'], ...(properties.group_policies ?? [])]
}

async function readSource(name: string, { stdin, resolve, maxBytes }: RequestFileOptions): Promise<SourceText> {
  if (name !== '-') return readTextFile(resolve?.(name) ?? name, name, maxBytes)
  if (stdin === undefined) throw new NovaSchedError('USAGE', '-: there is no standard input to read')
  return decodeText(await bytesOf(stdin, name, maxBytes), name)
}

async function documentsIn(source: SourceText): Promise<readonly ParsedDocument[]> {
  const isYaml = /\.ya?ml$/i.test(source.file)
  try {
    if (/\.jsonl?$/i.test(source.file)) return jsonDocuments(source)
    if (isYaml || !looksLikeJson(source.text)) return await yamlDocuments(source)
    return await jsonOrYaml(source)
  } catch (error) {
    throw errorOf([documentProblem(error, source)], source.file)
  }
}

/** What begins with a bracket is JSON, or YAML's own way of writing maps and lists in one line. */
async function jsonOrYaml(source: SourceText): Promise<readonly ParsedDocument[]> {
  try {
    return jsonDocuments(source)
  } catch (error) {
    return await yamlDocuments(source).catch(() => {
      throw error
    })
  }
}

/** A document is one request, or a list of them. */
function readDocument(document: ParsedDocument): {
  requests: readonly WrittenRequest[]
  findings: readonly (Finding | Problem)[]
} {
  const { value: content, file, line } = document
  const isList = Array.isArray(content)
  const values: readonly unknown[] = isList ? content : [content]
  const read = values.map((value, index) => {
    const form = isNovaForm(value) ? 'nova' : 'short'
    const path = isList ? [index] : []
    const place = isList ? `${file}: ${pathText(path)}` : `${file}:${line}`
    const misfits = requestMisfits(form, value).map((misfit) => ({ ...misfit, path: [...path, ...misfit.path] }))
    return { request: { form, value: plainCopy(value), place } as WrittenRequest, misfits }
  })
  const misfits = read.flatMap((item) => item.misfits)
  const requests = read.map(({ request }) => request)
  return { requests, findings: misfits.length === 0 ? [] : findingsOf(misfits, document) }
}

function isNovaForm(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('request_spec' in value || 'filter_properties' in value)
}

function findingsOf(
  misfits: readonly RequestMisfit[],
  { file, linesOf }: ParsedDocument,
): readonly (Finding | Problem)[] {
  const lines = linesOf(misfits.slice(0, MOST_LINES).flatMap(({ path }) => [path, path.slice(0, -1)]))
  return misfits.map(({ level, message, path }) => {
    const text = pathText(path)
    const line = lines.get(text) ?? lines.get(pathText(path.slice(0, -1)))
    const finding = { message, file, ...(text === '' ? {} : { path: text }), ...(line === undefined ? {} : { line }) }
    return level === 'error' ? { ...finding, level, code: 'REQUEST_INVALID' } : { ...finding, level }
  })
}
