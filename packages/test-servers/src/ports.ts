import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below what Linux and macOS hand to outgoing connections: a client that keeps trying the port of a stopped server
 * could else get that very port as its own, and connect to itself.
 */
const FIRST = 20_000
const LAST = 32_767

const given = new Set<number>()

/** A port on loopback that nobody listens on, and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1)
    if (given.has(port) || !(await canListen(port))) continue
    given.add(port)
    return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
