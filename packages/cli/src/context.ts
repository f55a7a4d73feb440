/** What a command may touch of the world: handed in, so that tests can hand in theirs. */
export interface Context {
  /** Data: what the command was asked for. */
  readonly stdout: NodeJS.WritableStream
  /** Everything else: warnings, progress, what was decided on the way. */
  readonly stderr: NodeJS.WritableStream
  readonly stdin: NodeJS.ReadableStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The caller's home folder. */
  readonly home: string
  /** Width of the terminal in columns; 0 when standard output is no terminal. */
  readonly columns: number
  /** Width of the terminal that standard error is, in columns; 0 when it is none. */
  readonly stderrColumns: number
  /** The time in milliseconds since 1970. */
  readonly clock: () => number
  /** Number of this process. */
  readonly pid: number
  /** From 0 up to 1. */
  readonly random: () => number
  /** Folder that plugins are looked for from, after the folder of the configuration. */
  readonly resolveFrom: string
  /** Aborted when nobody waits for the command any longer. */
  readonly signal?: AbortSignal
  /** Aborted when the command is to end early, with what it has done. */
  readonly stop?: AbortSignal | undefined
  /** Asks that SIGINT and SIGTERM abort this signal, in place of ending the command. */
  readonly untilStopped?: () => AbortSignal
  /** Asks that whatever plugins do outside of a call is told, and no longer ends the command. */
  readonly outlivePlugins?: () => void
}

/** Options that every command understands. */
export interface GlobalOptions {
  readonly configFile?: readonly string[]
  readonly configDir?: readonly string[]
  readonly release?: string
  readonly without?: readonly string[]
  readonly format: 'table' | 'json' | 'yaml'
  readonly color: boolean
  readonly verbose: boolean
  readonly strict: boolean
}
