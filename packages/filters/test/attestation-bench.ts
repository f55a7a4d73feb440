import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority, startAttestation, type AttestationAnswer } from '@nova-sched/test-servers'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** The path at which Nova asks. */
export const PATH = '/OpenAttestationWebServices/V1.0/PollHosts'

/** Answers with some JSON, or with a text as it is. */
export function answering(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): AttestationAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Statements about hosts, all of one time. */
export function levels(byHost: Readonly<Record<string, string>>, vtime: string): AttestationAnswer {
  const hosts = Object.entries(byHost).map(([host_name, trust_lvl]) => ({ host_name, trust_lvl, vtime }))
  return answering({ hosts })
}

/** An attestation service for the tests of a file, whose authority stands in `caFile`. */
export function attestationBench() {
  const authority = makeAuthority()
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-ca-'))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const silent: AttestationAnswer = answering(null)
  const caFile = write('ca.pem', authority.cert)
  let service: Awaited<ReturnType<typeof startAttestation>>
  const others: { close(): Promise<void> }[] = []
  beforeAll(async () => {
    service = await startAttestation(authority.issue(), silent)
  })
  afterEach(async () => {
    service.questions.length = 0
    service.answer = silent
    await Promise.all(others.splice(0).map((other) => other.close()))
  })
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  })
  return {
    authority,
    caFile,
    /** Writes a file beside that of the authority. */
    write,
    get service() {
      return service
    },
    /** Another service, for one test. */
    async start(...how: Parameters<typeof startAttestation>) {
      const other = await startAttestation(...how)
      others.push(other)
      return other
    },
  }
}
