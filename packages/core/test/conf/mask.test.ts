import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSecretName, maskValue, parseConf, isSecret } from '../../src/conf/index.ts'
import { str } from '../../src/plugin/options.ts'

describe('secret names', () => {
  it.each([
    'connection',
    'sql_connection',
    'rabbit_password',
    'transport_url',
    'admin_token',
    'metadata_proxy_shared_secret',
    'attestation_auth_blob',
    'slave_connection',
  ])('%s is one', (name) => expect(isSecretName(name)).toBe(true))
  it.each(['connection_debug', 'host', 'pci_passthrough_whitelist', 'scheduler_driver', 'xenapi_connection_url'])(
    '%s is none',
    (name) => {
      expect(isSecretName(name)).toBe(false)
    },
  )

  it('are masked whatever their plugin says of them, unless it says they are none', () => {
    const spec = {
      my_password: str(null, { help: '' }),
      my_token: str(null, { help: '', secret: false }),
      plain: str(null, { help: '', secret: true }),
    }
    const { options } = parseConf('').withPlugins([{ plugin: 'x', specs: spec }])
    const secrets = options.filter((option) => option.owner === 'x' && isSecret(option)).map(({ key }) => key)
    expect(secrets).toEqual(['my_password', 'plain'])
  })
})

describe('maskValue', () => {
  it.each([
    ['hunter2', '***'],
    ['', ''],
    ['mysql+pymysql://nova:hunter2@db:3306/nova', 'mysql+pymysql://***@db:3306/nova'],
    ['mysql://nova:hun/ter@2@db/nova?charset=utf8', 'mysql://***@db/nova?***'],
    ['mysql://nova:hun ter2@db/nova', 'mysql://***@db/nova'],
    ['rabbit://u:hunter2@a:5672,u:hunter2@b:5672/', 'rabbit://***@b:5672/'],
    ['mysql://nova:hunter2', 'mysql://***'],
    ['sqlite:////var/lib/nova.sqlite', 'sqlite:////var/lib/nova.sqlite'],
    ['zk://a:2181,b:2181/x', 'zk://a:2181,b:2181/x'],
  ])('of a secret: %j', (value, shown) => expect(maskValue(value, true)).toBe(shown))

  it.each([
    ['http://10.0.0.1:9292', 'http://10.0.0.1:9292'],
    ['http://u:hunter2@h/ and amqp://u:hunter2@i', 'http://***@h/ and amqp://***@i'],
    ['a@b', 'a@b'],
    ['RamFilter,ComputeFilter', 'RamFilter,ComputeFilter'],
  ])('of what is none: %j', (value, shown) => expect(maskValue(value, false)).toBe(shown))

  it('never shows the password of a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '/', '@', ':', '?', '#', ' '), maxLength: 6 }), (extra) => {
        return !maskValue(`mysql://nova:${extra}hunter2${extra}@db/nova`, true).includes('hunter2')
      }),
    )
  })
})
