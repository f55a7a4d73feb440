import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ServerCertificate } from './certificates.ts'

/** A question that the service was asked. */
export interface AttestationQuestion {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers a question, in any way that a server may. */
export type AttestationAnswer = (response: ServerResponse, question: AttestationQuestion) => void

/** An attestation service of our own on loopback, over HTTPS, in this process. */
export interface AttestationService {
  readonly port: number
  /** All that it was asked, oldest first. */
  readonly questions: AttestationQuestion[]
  /** How it answers from now on. */
  answer: AttestationAnswer
  /** Ends it, and every connection to it. */
  close(): Promise<void>
}

/**
 * Starts an attestation service.
 *
 * @param port - the port of one that was closed; default a free one
 */
export async function startAttestation(
  certificate: ServerCertificate,
  answer: AttestationAnswer,
  port = 0,
): Promise<AttestationService> {
  const questions: AttestationQuestion[] = []
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    void text(request).then((body) => {
      const question = { method: request.method, path: request.url, headers: request.headers, body }
      questions.push(question)
      service.answer(response, question)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const service: AttestationService = {
    port: (server.address() as AddressInfo).port,
    questions,
    answer,
    close: () => closed(server),
  }
  return service
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
