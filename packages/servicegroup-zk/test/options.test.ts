import { describe, expect, it } from 'vitest'
import { OPTIONS, readSettings } from '../src/options.ts'

const DEFAULTS = {
  address: 'h1',
  recv_timeout: OPTIONS.recv_timeout.default,
  sg_prefix: OPTIONS.sg_prefix.default,
  sg_retry_interval: OPTIONS.sg_retry_interval.default,
  auth: null,
}

describe('options', () => {
  it('have the defaults of Nova', () => {
    const settings = readSettings(DEFAULTS)
    expect(settings).toMatchObject({ timeout: 4000, root: '/servicegroups', retryInterval: 5000, digest: null })
    expect(settings.servers).toEqual([{ host: 'h1', port: 2181 }])
  })

  it('name several servers, a chroot, and IPv6', () => {
    const { servers, root } = readSettings({ ...DEFAULTS, address: 'h1:2181, h2:9,[fd00::1]:2182/a/b/' })
    const [h1, h2, v6] = [
      { host: 'h1', port: 2181 },
      { host: 'h2', port: 9 },
      { host: 'fd00::1', port: 2182 },
    ]
    expect(servers).toEqual([h1, h2, v6])
    expect(root).toBe('/a/b/servicegroups')
  })

  it.each(['/', ''])('the prefix %j is the root', (prefix) => {
    expect(readSettings({ ...DEFAULTS, sg_prefix: prefix }).root).toBe('')
  })

  it('keep the colons of a password', () => {
    expect(readSettings({ ...DEFAULTS, auth: 'digest:nova:a:b@#' }).digest).toBe('nova:a:b@#')
  })

  it.each([null, '', ' ', ',', '/base'])('the address %j is none', (address) => {
    expect(() => readSettings({ ...DEFAULTS, address })).toThrow('the zk driver needs it')
  })

  it.each(['h1:port', 'h1:0', 'h1:65536', 'a b', 'fd00::1', 'h1:'])('the server %j is none', (address) => {
    expect(() => readSettings({ ...DEFAULTS, address })).toThrow('is no server')
  })

  it('tell everything that is wrong at once, and no secret', () => {
    const conf = { ...DEFAULTS, address: 'h1:x/a//b', sg_prefix: 'servicegroups', auth: 'digest:hunter2' }
    expect(() => readSettings(conf)).toThrow(
      [
        '[zookeeper] address: "h1:x" is no server: write host:port, or [IPv6 address]:port',
        '[zookeeper] address: "/a//b" is no path of a node: write it as /name/name',
        '[zookeeper] sg_prefix: "servicegroups" is no path of a node: write it as /name/name',
        '[zookeeper] auth: write it as digest:USER:PASSWORD (the value is not shown)',
      ].join('\n'),
    )
  })
})
