import { readFileSync, statSync } from 'node:fs'
import { NovaSchedError } from './errors.ts'
import type { DataMap } from './plugin/request.ts'
import { dataMap, deepFreeze } from './util/freeze.ts'
import type { Log } from './util/log.ts'

/**
 * The JSON options file of the scheduler (`scheduler_json_config_location`, Kilo). It is looked at for every request,
 * and read again when it is newer than what was read last; what it says reaches plugins as `request.configOptions`.
 */
export class OptionsFile {
  readonly #path: string
  readonly #log: Log
  #readAt = 0
  #options: DataMap = dataMap([])

  /** @param path - the file; empty for none */
  constructor(path: string, log: Log) {
    this.#path = path
    this.#log = log
  }

  /**
   * The options as they are now. A file that is no JSON counts as empty until it changes, as in Nova.
   *
   * @throws OPTIONS_FILE_UNREADABLE when the file is gone or cannot be read: Nova fails the request
   */
  read(): DataMap {
    if (this.#path === '') return this.#options
    try {
      const { mtimeMs } = statSync(this.#path)
      if (this.#readAt !== 0 && mtimeMs <= this.#readAt) return this.#options
      const text = readFileSync(this.#path, 'utf8')
      this.#readAt = mtimeMs
      this.#options = this.#parse(text)
      return this.#options
    } catch (error) {
      const message = `${this.#path}: the scheduler's options file cannot be read, and Nova then fails every request`
      throw new NovaSchedError('OPTIONS_FILE_UNREADABLE', message, { file: this.#path }, { cause: error })
    }
  }

  #parse(text: string): DataMap {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return deepFreeze(dataMap(Object.entries(value)))
      if (value) this.#log.warn(`${this.#path}: not a JSON object, read as empty`)
    } catch (error) {
      this.#log.warn(`${this.#path}: not JSON, read as empty until it changes (${String(error)})`)
    }
    return dataMap([])
  }
}
