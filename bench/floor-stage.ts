import { seededRng, type Host, type Request } from '@nova-sched/core/bench'
import { betweenIn, type Between } from './between.ts'
import { ChoiceSubject } from './choice-subject.ts'
import type { Rng } from './choice.ts'
import { FloorRun } from './floor-run.ts'
import { decidePlainly } from './plain.ts'
import { makeWorld, type Ground, type World } from './world.ts'

/** Draws for workloads that choose at random. */
export const SEED = 11

/** How a subject goes on from one decision to the next. */
interface Ways {
  readonly rng: Rng
  readonly between: Between
  /** What one request claimed is there for the next one. */
  readonly keepsClaims: boolean
}

/** Makes the decisions of a subject again, by the floor and by the plain way, and sees that they are the same. */
export class FloorStage {
  /** How many weighers tell hosts apart: what the floor reads of each host. */
  readonly weighers: number
  readonly #world: World
  readonly #rng: Rng
  readonly #between: Between
  readonly #keepsClaims: boolean
  readonly #floor: FloorRun
  readonly #placeOf: ReadonlyMap<string, number>
  /** Where the last instances went. */
  #placed: readonly number[]
  #decision: number

  private constructor(world: World, { rng, between, keepsClaims }: Ways, placed: readonly number[], decision: number) {
    this.#world = world
    this.#rng = rng
    this.#between = between
    this.#keepsClaims = keepsClaims
    this.#floor = new FloorRun(world, rng)
    this.weighers = this.#floor.weighers
    this.#placeOf = new Map(world.table.hosts.map(({ nodename }, place) => [nodename, place]))
    this.#placed = placed
    this.#decision = decision
  }

  /**
   * A stage in a world of its own.
   *
   * @param ground - what the subject stands on
   * @param warmUp - decisions that the subject has made
   * @param readsAnew - the subject reads all hosts anew for each request, where the release does
   */
  static async after(ground: Ground, warmUp: number, readsAnew: boolean): Promise<FloorStage> {
    const world = await makeWorld(ground)
    const keepsClaims = world.made.rules.hostStatesLiveOn || !readsAnew
    const ways = { rng: seededRng(SEED), between: betweenIn(world), keepsClaims }
    const warmed = new ChoiceSubject(world, ways.between, ways.rng)
    if (keepsClaims) await warmed.run(warmUp)
    const stage = new FloorStage(world, ways, warmed.placed, warmUp)
    await stage.#floor.warmUp()
    return stage
  }

  /**
   * Makes the next decisions by the floor.
   *
   * @param wanted - the nodes that the subject chose
   * @returns milliseconds that each took
   * @throws when the floor chooses another node
   */
  run(wanted: readonly (readonly string[])[]): Float64Array {
    const times = new Float64Array(wanted.length)
    for (const [number, nodes] of wanted.entries()) {
      const request = this.#nextRequest()
      const field = this.#floor.fieldFor(request)
      const start = performance.now()
      const places = this.#floor.choose(field, request.numInstances)
      times[number] = performance.now() - start
      // In a request of several, equals are ordered by the rounds before, which the floor does not know.
      if (request.numInstances === 1)
        this.#checkSame(
          'the floor',
          places.map((place) => this.#nameOf(place)),
          nodes,
        )
      this.#follow(
        places,
        nodes.map((node) => this.#placeOf.get(node) as number),
        request,
      )
    }
    return times
  }

  /**
   * Makes the next decisions by asking every plugin of every host.
   *
   * @param wanted - the nodes that the subject chose
   * @throws when one of them is another
   */
  async check(wanted: readonly (readonly string[])[]): Promise<void> {
    const { states, table } = this.#world
    for (const nodes of wanted) {
      const request = this.#nextRequest()
      const before = [...table.hosts]
      const got = await decidePlainly(this.#world, request, this.#rng)
      this.#checkSame('asking every plugin anew', got, nodes)
      this.#placed = got.map((node) => this.#placeOf.get(node) as number)
      if (!this.#keepsClaims) for (const place of this.#placed) states.takeBack(before[place] as Host)
      this.#decision += 1
    }
  }

  #nextRequest(): Request {
    this.#floor.note(this.#between(this.#placed))
    return this.#world.requestAt(this.#decision)
  }

  /** Makes the subject's claims, where they are kept, and has the floor read again what it wrote. */
  #follow(written: readonly number[], places: readonly number[], request: Request): void {
    const { states, table } = this.#world
    if (this.#keepsClaims) for (const place of places) states.claim(table.hosts[place] as Host, request)
    this.#floor.note(written)
    this.#floor.note(places)
    this.#placed = places
    this.#decision += 1
  }

  #nameOf(place: number): string {
    return this.#world.table.hosts[place]?.nodename ?? 'no node'
  }

  #checkSame(who: string, got: readonly string[], wanted: readonly string[]): void {
    if (got.join() === wanted.join()) return
    const { name } = this.#world.scene.workload
    throw new WrongPlacementError(
      `${name}, decision ${this.#decision}: ${who} gives ${got.join(', ')}, what is timed chose ${wanted.join(', ')}`,
    )
  }
}

/** What is timed places instances elsewhere: its times mean nothing. */
export class WrongPlacementError extends Error {}
