import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { makeAuthority, selfSigned } from '@nova-sched/test-servers'
import { describe, expect, test, vi } from 'vitest'
import { LIMITS, pollHosts, type Heard, type ServiceAddress } from '../../../src/lib/attestation/service.ts'
import { answering, attestationBench, levels, PATH } from '../../attestation-bench.ts'

const bench = attestationBench()
const VTIME = '2016-01-05T12:00:00Z'
const trusting = levels({ n1: 'trusted' }, VTIME)

interface Asking extends Partial<ServiceAddress> {
  readonly limits?: Partial<typeof LIMITS>
  readonly signal?: AbortSignal
}

function ask({ limits, signal = new AbortController().signal, ...address }: Asking = {}): Promise<Heard> {
  const usual = { server: 'localhost', port: String(bench.service.port), apiUrl: '/OpenAttestationWebServices/V1.0' }
  const whole = { ...usual, caFile: bench.caFile, authBlob: null, ...address }
  return pollHosts(whole, ['n1', 'n2'], signal, { ...LIMITS, ...limits })
}

/** Why there is no answer; the address of the service is cut off. */
async function failureOf(asking?: Asking): Promise<string> {
  const heard = await ask(asking)
  if (heard.statements !== null) throw new Error('it was answered')
  return heard.failure.replace(/^the attestation service at https:\/\/\S+:\d+\S*\/PollHosts /, '')
}

/** A server that speaks no TLS. */
async function plainServer(answer: (server: Server) => void): Promise<{ port: string; close: () => void }> {
  const server = createServer()
  answer(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: String((server.address() as AddressInfo).port), close: () => server.close() }
}

describe('a question to the attestation service', () => {
  test('is a POST of the hosts, as JSON', async () => {
    bench.service.answer = trusting
    const { statements } = await ask()
    expect(statements?.get('n1')).toEqual({ level: 'trusted', vtime: VTIME, attestedAt: Date.parse(VTIME) })
    const [question] = bench.service.questions
    expect(question).toMatchObject({
      method: 'POST',
      path: PATH,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
    expect(JSON.parse(question?.body ?? '')).toEqual({ count: 2, hosts: ['n1', 'n2'] })
    expect(question?.headers).not.toHaveProperty('x-auth-blob')
  })

  test('says who asks, and where it is told to', async () => {
    bench.service.answer = trusting
    await ask({ authBlob: 'i-b-m', apiUrl: '/v2', server: '127.0.0.1' })
    expect(bench.service.questions).toMatchObject([{ path: '/v2/PollHosts', headers: { 'x-auth-blob': 'i-b-m' } }])
  })

  test.each([200, 201, 202])('takes an answer of status %d', async (status) => {
    bench.service.answer = answering({ hosts: [] }, status)
    expect(await ask()).toEqual({ statements: new Map() })
  })

  test('breaks on what Nova breaks on: an answer without a body', async () => {
    bench.service.answer = answering('', 204)
    await expect(ask()).rejects.toMatchObject({ code: 'ATTRIBUTE_MISSING' })
  })

  test.each([203, 301, 307, 400, 401, 404, 500, 503])('takes status %d for no answer', async (status) => {
    bench.service.answer = answering({ hosts: [{ host_name: 'n1', trust_lvl: 'trusted', vtime: VTIME }] }, status, {
      location: `https://localhost:${bench.service.port}/elsewhere`,
    })
    expect(await failureOf()).toBe(`answered with status ${status}`)
    expect(bench.service.questions).toHaveLength(1)
  })

  test.each(['null', '{}', '{"hosts": null}'])('takes %s for no answer', async (body) => {
    bench.service.answer = answering(body)
    expect(await failureOf()).toBe('answered without hosts')
  })
})

describe('the certificate of the attestation service', () => {
  test.each([
    ['it was signed by itself', () => selfSigned(), /^could not be asked: self-signed certificate \(name the CA /],
    ['another authority signed', () => makeAuthority('Other CA').issue(), /^could not be asked: .*\(name the CA /],
    ['another authority of the same name signed', () => makeAuthority().issue(), /certificate signature failure/],
    ['it is of another host', () => bench.authority.issue({ names: ['other.test'] }), /not in the cert|does not match/],
    ['it is of yesterday', () => bench.authority.issue({ until: '2001-01-01' }), /certificate has expired/],
    ['it is of tomorrow', () => bench.authority.issue({ from: '2190-01-01' }), /not yet valid/],
  ])('is refused when %s, and nothing is sent', async (_, certificate, failure) => {
    const other = await bench.start(certificate(), trusting)
    expect(await failureOf({ port: String(other.port), authBlob: 'secret' })).toMatch(failure)
    expect(other.questions).toEqual([])
  })

  test('is refused without a CA file, whatever the environment says', async () => {
    bench.service.answer = trusting
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    try {
      expect(await failureOf({ caFile: null })).toMatch(/name the CA of the service in attestation_server_ca_file/)
      expect(await failureOf({ caFile: '' })).toMatch(/name the CA of the service in attestation_server_ca_file/)
    } finally {
      vi.unstubAllEnvs()
    }
    expect(bench.service.questions).toEqual([])
  })

  test('is accepted by a self-signed one that the CA file names', async () => {
    const certificate = selfSigned()
    const other = await bench.start(certificate, trusting)
    const caFile = bench.write('self.pem', certificate.cert)
    expect((await ask({ port: String(other.port), caFile })).statements?.size).toBe(1)
  })

  test('is not checked by a CA file that cannot be read, or holds none', async () => {
    expect(await failureOf({ caFile: `${bench.caFile}.not` })).toMatch(
      /^could not be asked: the CA file \S+ cannot be read/,
    )
    for (const text of ['', 'nothing']) {
      expect(await failureOf({ caFile: bench.write('empty.pem', text) })).toMatch(
        /the CA file \S+ holds no certificate/,
      )
    }
    const cut = bench.write('cut.pem', '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n')
    expect(await failureOf({ caFile: cut })).toMatch(/^could not be asked: /)
    expect(bench.service.questions).toEqual([])
  })
})

describe('an attestation service that is not there, or not well', () => {
  test('needs an address', async () => {
    const unset = '[trusted_computing] attestation_server is not set'
    expect(await failureOf({ server: null })).toBe(unset)
    expect(await failureOf({ server: '' })).toBe(unset)
    expect(await failureOf({ port: 'https' })).toMatch(/make no address$/)
    expect(await failureOf({ server: '::1' })).toMatch(/make no address$/)
  })

  test('tells the address without the credentials in it', async () => {
    bench.service.answer = answering(null, 500)
    const heard = await ask({ server: 'me:secret@localhost' })
    const where = `https://localhost:${bench.service.port}${PATH}`
    expect(heard).toEqual({ statements: null, failure: `the attestation service at ${where} answered with status 500` })
  })

  test('does not tell a secret that cannot be sent', async () => {
    const failure = await failureOf({ authBlob: 'se\ncret' })
    expect(failure).toMatch(/^could not be asked: Invalid character in header/)
    expect(failure).not.toMatch(/cret/)
  })

  test('refuses connections', async () => {
    const other = await bench.start(bench.authority.issue(), trusting)
    await other.close()
    expect(await failureOf({ port: String(other.port) })).toMatch(/ECONNREFUSED/)
  })

  test('speaks no TLS, or hangs up', async () => {
    for (const [answer, failure] of [
      ['HTTP/1.1 200 OK\r\n\r\n', /SSL|wrong version/],
      [null, /disconnected|ECONNRESET|socket hang up|closed/],
    ] as const) {
      const other = await plainServer((server) =>
        server.on('connection', (socket) => (answer === null ? socket.destroy() : socket.end(answer))),
      )
      expect(await failureOf({ port: other.port })).toMatch(failure)
      other.close()
    }
  })

  test('never answers the greeting of TLS', async () => {
    const other = await plainServer((server) => server.on('connection', (socket) => socket.resume()))
    expect(await failureOf({ port: other.port, limits: { connect: 50 } })).toBe(
      'could not be asked: no connection within 0.05 s',
    )
    other.close()
  })

  test('never answers, or never ends', async () => {
    for (const answer of [() => {}, trickle]) {
      bench.service.answer = answer
      expect(await failureOf({ limits: { answer: 200 } })).toBe('could not be asked: no answer within 0.2 s')
    }
  })

  test('may take longer to answer than to connect', async () => {
    bench.service.answer = (response, question) => void setTimeout(() => trusting(response, question), 1200)
    expect((await ask({ limits: { connect: 1000 } })).statements?.size).toBe(1)
  })

  test('hangs up in the middle of an answer, or before it', async () => {
    bench.service.answer = (response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('{"hosts": []}', () => response.destroy())
    }
    expect(await failureOf()).toMatch(/^could not be asked: (aborted|.*ECONNRESET)/)
    bench.service.answer = (response) => void response.destroy()
    expect(await failureOf()).toMatch(/^could not be asked: socket hang up/)
    bench.service.answer = (response) =>
      void response.socket?.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    expect(await failureOf()).toMatch(/^could not be asked: /)
    bench.service.answer = (response) => void response.socket?.end('what?')
    expect(await failureOf()).toMatch(/^could not be asked: Parse Error/)
  })

  test('ends its answer by hanging up', async () => {
    const body = JSON.stringify({ hosts: [{ host_name: 'n1', trust_lvl: 'trusted', vtime: VTIME }] })
    bench.service.answer = (response) => void response.socket?.end(`HTTP/1.0 200 OK\r\n\r\n${body}`)
    expect((await ask()).statements?.size).toBe(1)
  })

  test('says too much', async () => {
    bench.service.answer = answering({ hosts: [], more: 'x'.repeat(2000) })
    expect(await failureOf({ limits: { bytes: 2000 } })).toBe(
      'could not be asked: the answer is larger than 2000 bytes',
    )
    expect(await ask({ limits: { bytes: 2100 } })).toEqual({ statements: new Map() })
  })

  test('is left as the scheduler closes', async () => {
    const closing = new AbortController()
    bench.service.answer = () => closing.abort()
    expect(await failureOf({ signal: closing.signal })).toBe('could not be asked: closed')
    await expect(ask({ signal: closing.signal })).resolves.toMatchObject({ statements: null })
    expect(bench.service.questions).toHaveLength(1)
  })
})

/** A byte at a time, for ever. */
function trickle(response: Parameters<typeof trusting>[0]): void {
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}
