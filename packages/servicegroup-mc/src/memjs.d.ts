/** What is used of memjs, which brings no types of its own. */
declare module 'memjs' {
  export interface Options {
    /** How often an operation is tried. */
    retries: number
    /** Seconds until an operation counts as failed. */
    timeout: number
    conntimeout: number
    logger: { log(...texts: unknown[]): void }
    serializer: {
      serialize(opcode: number, value: Buffer, extras: Buffer): { value: Buffer; extras: Buffer }
      deserialize(opcode: number, value: Buffer, extras: Buffer): { value: Buffer; extras: Buffer }
    }
  }

  export class Server {
    constructor(host: string, port: number, username: string, password: string, options: Options)
    username: string | undefined
    password: string | undefined
    /** Destroys the connection, and fails whatever waits for an answer. */
    error(error: Error): void
  }

  export class Client {
    constructor(servers: Server[], options: Options)
    get(key: string): Promise<{ value: Buffer | null; flags: Buffer | null }>
    set(key: string, value: Buffer, options: { expires: number }): Promise<boolean>
    delete(key: string): Promise<boolean>
  }
}
