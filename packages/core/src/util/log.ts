/** Where the engine tells what is worth knowing beside its answers. Nothing is written unless a caller gives one. */
export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
}

/** Says nothing. */
export const SILENT_LOG: Log = { debug() {}, info() {}, warn() {} }
