import type { DataMap } from '../plugin/request.ts'
import type { Host, Instance } from '../plugin/host.ts'
import type { HostTable } from './host-table.ts'

const NOWHERE: readonly number[] = Object.freeze([])
const NOBODY: readonly string[] = Object.freeze([])

/** Which hosts of a table know an instance. It follows the hosts, and reads them when it is asked for the first time. */
export class InstanceIndex {
  readonly #table: HostTable
  /** Places whose hosts know an instance, by its uuid. */
  readonly #places = new Map<string, number[]>()
  /** What each place was read as, and how many instances it had. */
  readonly #read: (DataMap<Instance> | undefined)[]
  readonly #counts: Int32Array
  #seen = -1

  constructor(table: HostTable) {
    this.#table = table
    this.#read = table.hosts.map(() => undefined)
    this.#counts = new Int32Array(table.hosts.length)
  }

  /** Names of the hosts that know an instance, in the order of the table. */
  hostsOf(uuid: string): readonly string[] {
    const places = this.placesOf(uuid)
    if (places.length === 0) return NOBODY
    const inOrder = [...places].sort((one, other) => one - other)
    return [...new Set(inOrder.map((place) => (this.#table.hosts[place] as Host).host))]
  }

  /** Places of the table whose hosts know an instance. */
  placesOf(uuid: string): readonly number[] {
    this.#catchUp()
    return this.#places.get(uuid) ?? NOWHERE
  }

  #catchUp(): void {
    const { version, hosts } = this.#table
    if (this.#seen === version) return
    for (const place of this.#table.changesSince(this.#seen) ?? hosts.keys()) this.#readAgain(place)
    this.#seen = version
  }

  #readAgain(place: number): void {
    const { instances } = this.#table.hosts[place] as Host
    const before = this.#read[place]
    if (instances === before) return
    let [count, joined] = [0, 0]
    for (const uuid in instances) {
      count += 1
      if (before?.[uuid] !== undefined) continue
      joined += 1
      this.#join(uuid, place)
    }
    const hasLeft = count - joined < (this.#counts[place] as number)
    if (hasLeft) for (const uuid in before) if (!(uuid in instances)) this.#leave(uuid, place)
    this.#read[place] = instances
    this.#counts[place] = count
  }

  #join(uuid: string, place: number): void {
    const places = this.#places.get(uuid)
    if (places === undefined) this.#places.set(uuid, [place])
    else places.push(place)
  }

  #leave(uuid: string, place: number): void {
    const left = (this.#places.get(uuid) ?? []).filter((other) => other !== place)
    if (left.length === 0) this.#places.delete(uuid)
    else this.#places.set(uuid, left)
  }
}
