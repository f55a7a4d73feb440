import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScenarioRequest } from './scenario.ts'

/** What stands in a nova.conf for the path of the options file. */
const PLACEHOLDER = '{options_file}'

/** The clock and the options file of a scenario made by hand. */
export class World {
  #now: number | null = null
  #folder: string | null = null
  #written = 0

  /** The time that the scenario says, else the machine's. */
  readonly clock = (): number => this.#now ?? Date.now()

  /** The text of a nova.conf with the path of the options file in its place. */
  placed(conf: string): string {
    if (!conf.includes(PLACEHOLDER)) return conf
    this.#folder = mkdtempSync(join(tmpdir(), 'nova-sched-conformance-'))
    return conf.replace(PLACEHOLDER, this.#file(this.#folder))
  }

  /** Makes the world what it is when a request comes. */
  before({ at, options_file: text }: ScenarioRequest): void {
    if (at !== undefined) this.#now = at * 1000
    if (text === undefined || this.#folder === null) return
    const file = this.#file(this.#folder)
    rmSync(file, { force: true })
    if (text === null) return
    writeFileSync(file, text)
    this.#written += 1
    utimesSync(file, this.#written, this.#written)
  }

  /** Leaves nothing behind. */
  close(): void {
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true })
  }

  #file(folder: string): string {
    return join(folder, 'options.json')
  }
}
