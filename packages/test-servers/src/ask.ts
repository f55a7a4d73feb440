import { connect, type NetConnectOpts } from 'node:net'

const LIMIT = 500

/** What a server says to a text (a character a byte), up to the end of the connection, or until `isAll`; empty when it does not answer. */
export function ask(
  target: NetConnectOpts,
  text: string,
  isAll: (answer: Buffer) => boolean = () => false,
): Promise<Buffer> {
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0)
    const socket = connect(target, () => socket.write(text, 'latin1'))
    const finish = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(LIMIT, finish)
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk])
      if (isAll(answer)) finish()
    })
    socket.on('error', finish).on('close', finish)
  })
}
