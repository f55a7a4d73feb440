import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../src/options.ts'

const SERVER = { dialect: 'mysql', user: 'nova', password: 'pw', host: 'db', port: 3306, database: 'nova' }

describe('the URL of a server', () => {
  test.each([
    ['mysql+pymysql://nova:pw@db/nova', {}],
    ['mysql://nova:pw@db:3306/nova', {}],
    ['MySQL+mysqldb://nova:pw@db/nova?charset=utf8', {}],
    ['mariadb+pymysql://nova:pw@db/nova', {}],
    ['postgresql://nova:pw@db/nova', { dialect: 'postgresql', port: 5432 }],
    ['postgresql+psycopg2://nova:pw@db:6543/nova', { dialect: 'postgresql', port: 6543 }],
    ['postgres://nova:pw@db/nova', { dialect: 'postgresql', port: 5432 }],
    ['mysql://nova:pw@[::1]:3307/nova', { host: '::1', port: 3307 }],
    ['mysql://nova@db/nova', { password: null }],
    ['mysql://db/nova', { user: null, password: null }],
    ['mysql:///nova', { user: null, password: null, host: 'localhost' }],
    ['mysql://nova:@db/nova', { password: '' }],
    ['mysql://nova:p@ss#w/o?rd@db/nova', { password: 'p@ss#w/o?rd' }],
    ['mysql://nova:p%40ss%23%2F%C3%BC@db/nova', { password: 'p@ss#/ü' }],
    ['mysql://nova:100%@db/nova', { password: '100%' }],
    ['mysql://no%40va:a:b@db/nova?charset=utf8', { user: 'no@va', password: 'a:b' }],
    ['mysql://nova:pw@db/nova?ssl_ca=/etc/a@b.pem', {}],
    ['mysql://nova:pw@db/nova?unix_socket=/run/my.sock', { socket: '/run/my.sock' }],
    [
      'postgresql://nova:pw@/nova?host=/run/pg',
      { dialect: 'postgresql', port: 5432, host: 'localhost', socket: '/run/pg' },
    ],
    ['mysql://nova:pw@db/nova?connect_timeout=3', { timeLimit: 3 }],
  ])('%s', (connection, otherwise) => {
    expect(readAddress(connection)).toMatchObject({ ...SERVER, ...otherwise })
  })

  test('is shown without its password and its options', () => {
    expect(readAddress('mysql+pymysql://nova:p@ss@db/nova?charset=utf8').label).toBe('mysql://nova@db:3306/nova')
    expect(readAddress('mysql://nova:pw@[::1]/nova').label).toBe('mysql://nova@[::1]:3306/nova')
  })
})

describe('the URL of a file', () => {
  test.each([
    ['sqlite:///nova.sqlite', 'nova.sqlite'],
    ['sqlite:////var/lib/nova/nova.sqlite', '/var/lib/nova/nova.sqlite'],
    ['sqlite+pysqlite:///nova.sqlite?timeout=5', 'nova.sqlite'],
    ['sqlite://', ':memory:'],
    ['sqlite:///:memory:', ':memory:'],
  ])('%s', (connection, database) => {
    expect(readAddress(connection)).toMatchObject({ dialect: 'sqlite', database })
  })
})

describe('what is no URL of a database', () => {
  test.each([
    ['nova', 'it is no URL: write dialect://user:password@host/name'],
    [
      'oracle://nova:s3cret@db/nova',
      'oracle is not a kind of database that is known: sqlite, mysql, mariadb, postgresql, postgres',
    ],
    ['mysql://nova:s3cret@db', 'it names no database: write its name behind the host and a slash'],
    ['mysql://nova:s3cret@db:abc/nova', 'write user:password@host:port/name behind ://, with %40 for @ in a password'],
    ['mysql://nova:s3cret@db:99999/nova', 'the port 99999 is more than 65535'],
    ['mysql://nova:s3cret@db/nova?connect_timeout=soon', 'connect_timeout is no whole number above 0'],
    ['sqlite://nova.sqlite', 'write sqlite:///relative/path, sqlite:////absolute/path'],
  ])('%s', (connection, message) => {
    expect(() => readAddress(connection)).toThrow(
      expect.objectContaining({ code: 'CONF_INVALID', message: `[database] connection: ${message}` }),
    )
  })
})

test('every password comes through its escapes, and is never shown', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, unit: 'grapheme' }), (password) => {
      const escaped = encodeURIComponent(password)
      const address = readAddress(`mysql+pymysql://nova:${escaped}@db:3306/cell1?charset=utf8`)
      expect(address).toMatchObject({ user: 'nova', password, host: 'db', port: 3306, database: 'cell1' })
      expect(address.label).toBe('mysql://nova@db:3306/cell1')
    }),
  )
})

test('a password may stand as it is, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('@', '#', '/', '?', ':', 'a', ' ', '&') }), (password) => {
      const address = readAddress(`mysql://nova:${password}@db/cell1`)
      expect(address).toMatchObject({ password, host: 'db', database: 'cell1' })
    }),
  )
})
