/** A server of our own on loopback. Everything that it needs lies in a folder of its own, gone with `close`. */
export interface TestServer {
  /** `127.0.0.1:PORT`, the same after `stop` and `start`. */
  readonly address: string
  readonly port: number
  /** Of the running process; null when none runs. */
  readonly pid: number | null
  /** Where its data and its `log` lie. */
  readonly folder: string
  /** Ends it as its operator would, keeping its data. */
  stop(): Promise<void>
  /** Starts it again, and waits until it answers. */
  start(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGSTOP: its connections stay, and nothing answers. */
  freeze(): void
  /** SIGCONT. */
  thaw(): void
  /** Ends it, and removes its folder. */
  close(): Promise<void>
}

/** A database server. */
export interface TestDatabase extends TestServer {
  /** The connection of an empty database, as SQLAlchemy writes it; made when it is not there. */
  connection(database: string): Promise<string>
}
