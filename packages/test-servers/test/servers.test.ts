import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith, type TestDatabase, type TestServer } from '@nova-sched/test-servers'
import { isAlive, processesIn } from '../src/signals.ts'
import { query, say, SERVERS } from './conversations.ts'

for (const [kind, { start, question, answer }] of Object.entries(SERVERS)) {
  describeWith(describe, [kind as keyof typeof SERVERS], `a ${kind}`, () => {
    let server: TestServer
    const pid = () => server.pid ?? 0
    beforeAll(async () => {
      server = await start()
    })
    afterAll(() => server.close())

    test('answers when it was started, on loopback', async () => {
      expect(server.address).toBe(`127.0.0.1:${server.port}`)
      expect(await say(server, question)).toMatch(answer)
    })

    test.skipIf(process.platform !== 'linux')('is not run by root, and listens nowhere else', () => {
      expect(readStatus(pid())).not.toMatch(/^Uid:.*\b0\b/m)
      expect(listeners(server.port)).toEqual(['127.0.0.1'])
    })

    test('stops, and starts at the same address', async () => {
      const before = pid()
      await server.stop()
      expect(server.pid).toBeNull()
      expect(isAlive(before)).toBe(false)
      expect(await say(server, question)).toBe('')
      await server.start()
      expect(await say(server, question)).toMatch(answer)
    })

    test('starts again after SIGKILL', async () => {
      const before = pid()
      await server.kill()
      expect(isAlive(before)).toBe(false)
      await server.start()
      expect(await say(server, question)).toMatch(answer)
    })

    test('says nothing while it is frozen, and goes on when it is not', async () => {
      server.freeze()
      expect(await say(server, question)).toBe('')
      server.thaw()
      expect(await say(server, question)).toMatch(answer)
    })

    test.skipIf(process.platform !== 'linux')('is frozen with all its processes', () => {
      server.freeze()
      const states = processesIn(server.folder).map((pid) => /^State:\t(\w)/m.exec(readStatus(pid))?.[1])
      server.thaw()
      expect([...new Set(states)]).toEqual(['T'])
    })

    test('stops, however frozen', async () => {
      server.freeze()
      await server.stop()
      expect(server.pid).toBeNull()
      await server.start()
    })

    test('may be started and stopped twice', async () => {
      const before = pid()
      await server.start()
      expect(server.pid).toBe(before)
      await server.stop()
      await server.stop()
      await server.start()
    })

    test('leaves nothing when it is closed', async () => {
      const other = await start()
      const otherPid = other.pid ?? 0
      other.freeze()
      await other.close()
      expect(isAlive(otherPid)).toBe(false)
      expect(existsSync(other.folder)).toBe(false)
      expect(await say(server, question)).toMatch(answer)
    })
  })
}

for (const kind of ['mariadb', 'postgres'] as const) {
  describeWith(describe, [kind], `the databases of a ${kind}`, () => {
    let server: TestDatabase
    beforeAll(async () => {
      server = await SERVERS[kind].start()
    })
    afterAll(() => server.close())

    test('are empty, and their own', async () => {
      const [one, two] = await Promise.all([server.connection('one'), server.connection('two')])
      await query(kind, one, 'CREATE TABLE services (id INT)')
      await query(kind, two, 'CREATE TABLE services (id INT)')
      expect(await query(kind, one, 'SELECT COUNT(*) FROM services')).toBe('0')
    })

    test('are kept when asked for again, over a stop and a kill', async () => {
      const connection = await server.connection('kept')
      await query(kind, connection, 'CREATE TABLE services (id INT)')
      await server.stop()
      await server.start()
      await query(kind, connection, 'INSERT INTO services VALUES (7)')
      await server.stop()
      await server.start()
      await server.kill()
      await server.start()
      expect(await server.connection('kept')).toBe(connection)
      expect(await query(kind, connection, 'SELECT id FROM services')).toBe('7')
    })

    test('want the right password', async () => {
      const connection = await server.connection('guarded')
      await expect(query(kind, connection.replace(/:[^:@]*@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
        /Access denied|password authentication failed/,
      )
    })

    test('have plain names', async () => {
      await expect(server.connection('a; DROP')).rejects.toThrow("'a; DROP' is no name of a database")
    })
  })
}

/** The addresses that a port is listened on, as the kernel has them: `0100007F:5678 … 0A`. */
function listeners(port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => (existsSync(path) ? readLines(path) : []))
  const addresses = lines.flatMap((line) => new RegExp(`: (\\w+):${hex} \\w+:0000 0A`).exec(line)?.[1] ?? [])
  // Java listens on IPv6 for IPv4, too: 127.0.0.1 is ::ffff:127.0.0.1 there.
  return addresses.map((address) => (/^(0{16}FFFF0000)?0100007F$/.test(address) ? '127.0.0.1' : address))
}

const readStatus = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8')

function readLines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n')
}
