import type { Host } from '@nova-sched/core/bench'
import type { Between } from './between.ts'
import { chooser, type Choose, type Rng } from './choice.ts'
import type { Block, Subject } from './subject.ts'
import type { World } from './world.ts'

/** Times choices by the engine. */
export class ChoiceSubject implements Subject {
  /** Where the last instances went. */
  placed: readonly number[] = []
  readonly #world: World
  readonly #between: Between
  readonly #choose: Choose
  #decision = 0

  constructor(world: World, between: Between, rng: Rng) {
    this.#world = world
    this.#between = between
    this.#choose = chooser(world, rng)
  }

  async run(decisions: number): Promise<Block> {
    const { requestAt, table } = this.#world
    const times = new Float64Array(decisions)
    const chosen: (readonly string[])[] = []
    for (let number = 0; number < decisions; number++) {
      const request = requestAt(this.#decision)
      this.#askAhead(this.#between(this.placed))
      const start = performance.now()
      this.placed = this.#choose(request)
      times[number] = performance.now() - start
      chosen.push(this.placed.map((place) => (table.hosts[place] as Host).nodename))
      this.#decision += 1
    }
    return { times, chosen }
  }

  /** Filters and weighers are asked of what changed by itself before the clock starts, as the floor is told then. */
  #askAhead(places: readonly number[]): void {
    if (places.length === 0) return
    const { engine, requests } = this.#world
    for (const request of requests) {
      const { filters, weighers } = engine.prepare(request, false)
      for (const column of [...filters, ...weighers]) {
        column?.catchUp()
        for (const place of places) column?.ask(place)
      }
    }
  }
}
