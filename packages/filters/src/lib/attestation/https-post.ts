import { readFile } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'

/** What is sent, and where. */
export interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The file of the certificates that vouch for the server; null: those that Node comes with. */
  readonly caFile: string | null
}

/** How long a server may take, and how much it may say. */
export interface PostLimits {
  /** Milliseconds until the connection stands, TLS and its certificates included. */
  readonly connect: number
  /** Milliseconds until the answer is there, from the start. */
  readonly answer: number
  /** Bytes of the answer's body. */
  readonly bytes: number
}

/** What came back: any status, a redirection too. */
export interface Reply {
  readonly status: number
  readonly text: string
}

/**
 * Sends a POST over a connection of its own. The server's certificate is always checked: who signed it, its dates, its
 * names. Redirections are not followed.
 *
 * @throws Error that says why there is no answer
 */
export async function post(what: Post, limits: PostLimits, signal: AbortSignal): Promise<Reply> {
  const ca = what.caFile === null ? {} : { ca: [await certificatesIn(what.caFile)] }
  // Loaded when it is needed: TLS takes longer to load than all filters.
  const { request } = await import('node:https')
  signal.throwIfAborted()
  const call = request(what.url, {
    method: 'POST',
    headers: { ...what.headers, 'content-length': Buffer.byteLength(what.body) },
    agent: false,
    // Said, because the environment (NODE_TLS_REJECT_UNAUTHORIZED) may say otherwise.
    rejectUnauthorized: true,
    ...ca,
  })
  const done = new AbortController()
  try {
    return await answered(call, what.body, { limits, signal, done: done.signal })
  } finally {
    done.abort()
    call.destroy()
  }
}

interface Bounds {
  readonly limits: PostLimits
  readonly signal: AbortSignal
  /** Ends all waiting. */
  readonly done: AbortSignal
}

function answered(call: ClientRequest, body: string, { limits, signal, done }: Bounds): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const stop = (why: string): void => reject(new Error(why))
    const when = (ended: AbortSignal, why: string): void =>
      ended.addEventListener('abort', () => stop(why), { once: true, signal: done })
    const connected = new AbortController()
    const tooLate = AbortSignal.timeout(limits.connect)
    tooLate.addEventListener('abort', () => stop(`no connection within ${limits.connect / 1000} s`), {
      signal: AbortSignal.any([done, connected.signal]),
    })
    when(AbortSignal.timeout(limits.answer), `no answer within ${limits.answer / 1000} s`)
    when(signal, 'closed')
    call.once('socket', (socket) => socket.once('secureConnect', () => connected.abort()))
    call.on('error', reject)
    const cut = (): void => stop('the connection was closed without an answer')
    call.once('close', cut)
    call.once('response', (response) => {
      call.off('close', cut)
      void collect(response, limits.bytes).then(resolve, reject)
    })
    call.end(body)
  })
}

async function collect(response: IncomingMessage, limit: number): Promise<Reply> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Error(`the answer is larger than ${limit} bytes`)
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}

/** A file without any certificate would mean: those that Node comes with. */
async function certificatesIn(file: string): Promise<string> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    throw new Error(`the CA file ${file} cannot be read: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`the CA file ${file} holds no certificate`)
  return text
}
