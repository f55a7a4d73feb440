import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A cable to a server that can be cut. */
export interface Cable {
  /** `127.0.0.1:PORT`, where the server answers. */
  readonly address: string
  /** Nothing passes any more, and nobody is told. */
  cut(): void
  /** It passes again; connections of before are gone. */
  mend(): void
  /** Connections so far. */
  readonly connections: () => number
  /** Bytes that passed so far, to the server and from it. */
  readonly bytes: () => { readonly up: number; readonly down: number }
  close(): Promise<void>
}

/** Lays a cable to a server on this machine. */
export async function layCable(port: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  const bytes = { up: 0, down: 0 }
  let isCut = false
  let connections = 0
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay()
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((near) => {
    connections += 1
    near.on('error', () => {})
    sockets.add(near)
    if (isCut) return
    const far = connect(port, '127.0.0.1')
    keep(near, far)
    keep(far, near)
    near.on('data', (chunk) => void (isCut || ((bytes.up += chunk.length), far.write(chunk))))
    far.on('data', (chunk) => void (isCut || ((bytes.down += chunk.length), near.write(chunk))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => void (isCut = true),
    mend() {
      isCut = false
      dropAll()
    },
    connections: () => connections,
    bytes: () => ({ ...bytes }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        dropAll()
      }),
  }
}
