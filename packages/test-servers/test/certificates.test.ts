import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeAuthority, selfSigned } from '@nova-sched/test-servers'

const read = (pem: string): X509Certificate => new X509Certificate(pem)

describe('certificates', () => {
  test('of a server are signed by their authority, for its names and days', () => {
    const authority = makeAuthority()
    const server = read(
      authority.issue({ names: ['here.test', '10.1.2.3'], from: '2049-12-31', until: '2050-01-01' }).cert,
    )
    expect(read(authority.cert).ca).toBe(true)
    expect(server.ca).toBe(false)
    expect(server.verify(read(authority.cert).publicKey)).toBe(true)
    expect(server.checkIssued(read(authority.cert))).toBe(true)
    expect(server.verify(read(makeAuthority().cert).publicKey)).toBe(false)
    expect(server.subjectAltName).toBe('DNS:here.test, IP Address:10.1.2.3')
    expect([server.validFrom, server.validTo]).toEqual(['Dec 31 00:00:00 2049 GMT', 'Jan  1 00:00:00 2050 GMT'])
  })

  test('with many names are whole', () => {
    const names = Array.from({ length: 2000 }, (_, at) => `host-${at}.test`)
    expect(read(selfSigned({ names }).cert).subjectAltName?.split(', ')).toEqual(names.map((name) => `DNS:${name}`))
  })

  test('signed by the server itself are vouched for by nobody else', () => {
    const certificate = read(selfSigned().cert)
    expect(certificate.issuer).toBe(certificate.subject)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1')
  })
})
