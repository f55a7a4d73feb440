import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { bits, boolean, der, integer, octets, oid, sequence, set, time, utf8 } from './der.ts'

/** A server's certificate and its key, as PEM. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

/** What a certificate is to say. */
export interface CertificateDetails {
  /** Host names and IPv4 addresses; default `localhost` and `127.0.0.1`. */
  readonly names?: readonly string[]
  /** The first and the last day, as `YYYY-MM-DD`; default 2000-01-01 to 2199-12-31. */
  readonly from?: string
  readonly until?: string
}

/** Who vouches for servers. */
export interface CertificateAuthority {
  /** PEM. */
  readonly cert: string
  /** A certificate of a server, signed by it. */
  issue(details?: CertificateDetails): ServerCertificate
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const LOOPBACK = ['localhost', '127.0.0.1']

/** Makes a certificate authority of our own, with a fresh key: nothing of it is kept. */
export function makeAuthority(name = 'Test CA'): CertificateAuthority {
  const own = newKey()
  const isAuthority = extension('2.5.29.19', sequence(boolean(true)))
  const cert = certificate(
    { subject: name, issuer: name, of: own.publicKey, by: own.privateKey, says: isAuthority },
    {},
  )
  return {
    cert,
    issue(details = {}) {
      const server = newKey()
      const says = alternativeNames(details.names ?? LOOPBACK)
      const subject = 'a server'
      const signed = { subject, issuer: name, of: server.publicKey, by: own.privateKey, says }
      return { cert: certificate(signed, details), key: pem(server.privateKey) }
    },
  }
}

/** A certificate that nobody but the server itself vouches for. */
export function selfSigned(details: CertificateDetails = {}): ServerCertificate {
  const { publicKey, privateKey } = newKey()
  const name = 'a server by itself'
  const says = alternativeNames(details.names ?? LOOPBACK)
  const cert = certificate({ subject: name, issuer: name, of: publicKey, by: privateKey, says }, details)
  return { cert, key: pem(privateKey) }
}

interface Signed {
  readonly subject: string
  readonly issuer: string
  readonly of: KeyObject
  readonly by: KeyObject
  /** One extension. */
  readonly says: Buffer
}

function certificate({ subject, issuer, of, by, says }: Signed, { from, until }: CertificateDetails): string {
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time(from ?? '2000-01-01'), time(until ?? '2199-12-31')),
    nameOf(subject),
    of.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(says)),
  )
  const whole = sequence(toBeSigned, ECDSA_WITH_SHA256, bits(sign('sha256', toBeSigned, by)))
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function nameOf(common: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(common))))
}

/** One that who does not know it must refuse. */
function extension(id: string, content: Buffer): Buffer {
  return sequence(oid(id), boolean(true), octets(content))
}

function alternativeNames(names: readonly string[]): Buffer {
  const each = names.map((name) =>
    isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  )
  return extension('2.5.29.17', sequence(...each))
}

function newKey(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
