import { post, type PostLimits } from './https-post.ts'
import { readAnswer, type Statement } from './answer.ts'

/** Where the attestation service is, and what it wants. */
export interface ServiceAddress {
  readonly server: string | null
  readonly port: string
  /** The path before `/PollHosts`. */
  readonly apiUrl: string
  readonly caFile: string | null
  /** A secret, sent as `x-auth-blob`. */
  readonly authBlob: string | null
}

/** What came of asking: statements by host, or why there are none. */
export type Heard =
  { readonly statements: ReadonlyMap<string, Statement> } | { readonly statements: null; readonly failure: string }

/** The attestation of hundreds of hosts takes its time; the engine itself ends any load after a minute. */
export const LIMITS: PostLimits = { connect: 10_000, answer: 50_000, bytes: 16 * 1024 * 1024 }

const ANSWERED: readonly number[] = [200, 201, 202, 204]

/**
 * Asks the attestation service about hosts: `POST https://{server}:{port}{api_url}/PollHosts`.
 *
 * @throws what `readAnswer` throws: an answer that Nova breaks on
 */
export async function pollHosts(
  address: ServiceAddress,
  names: readonly string[],
  signal: AbortSignal,
  limits: PostLimits = LIMITS,
): Promise<Heard> {
  const { server, port, apiUrl, caFile, authBlob } = address
  if (!server) return failed('[trusted_computing] attestation_server is not set')
  const url = parseUrl(`https://${server}:${port}${apiUrl}/PollHosts`)
  if (url === null) {
    return failed('attestation_server, attestation_port and attestation_api_url of [trusted_computing] make no address')
  }
  const headers = { 'content-type': 'application/json', Accept: 'application/json' }
  const withBlob = authBlob ? { ...headers, 'x-auth-blob': authBlob } : headers
  const body = JSON.stringify({ count: names.length, hosts: names })
  const where = `the attestation service at ${url.origin}${url.pathname}`
  let reply
  try {
    reply = await post({ url, headers: withBlob, body, caFile: caFile || null }, limits, signal)
  } catch (error) {
    return failed(`${where} could not be asked: ${reasonOf(error)}`)
  }
  if (!ANSWERED.includes(reply.status)) return failed(`${where} answered with status ${reply.status}`)
  const statements = readAnswer(reply.text)
  return statements === null ? failed(`${where} answered without hosts`) : { statements }
}

function failed(failure: string): Heard {
  return { statements: null, failure }
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** A name with several addresses gives an error without a text, around one for each address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const isUnvouched = 'code' in error && /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(String(error.code))
  return isUnvouched ? `${error.message} (name the CA of the service in attestation_server_ca_file)` : error.message
}
