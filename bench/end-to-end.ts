import { createScheduler, type Decision, type Scheduler } from '@nova-sched/core'
import { asked, confOf, type Scene } from './scene.ts'
import type { Block, Subject } from './subject.ts'
import { RESOLVE_FROM } from './world.ts'

/** Times whole decisions: a request object in; destinations, limits and counts out. */
export class SchedulerSubject implements Subject {
  readonly #scene: Scene
  readonly #scheduler: Scheduler
  #decision = 0

  private constructor(scene: Scene, scheduler: Scheduler) {
    this.#scene = scene
    this.#scheduler = scheduler
  }

  static async over(scene: Scene): Promise<SchedulerSubject> {
    const { workload, inventory } = scene
    const options = { conf: confOf(workload), inventory, resolveFrom: RESOLVE_FROM }
    return new SchedulerSubject(scene, await createScheduler(options))
  }

  async run(decisions: number): Promise<Block> {
    const scene = this.#scene
    const times = new Float64Array(decisions)
    const chosen: (readonly string[])[] = []
    for (let number = 0; number < decisions; number++) {
      const request = asked(scene, scene.shapeAt(this.#decision), this.#decision)
      const start = performance.now()
      const decision = await this.#scheduler.select(request, { top: 0 })
      times[number] = performance.now() - start
      chosen.push(nodesOf(decision))
      this.#decision += 1
    }
    return { times, chosen }
  }
}

function nodesOf({ destinations, error, instances }: Decision): readonly string[] {
  if (error !== null) throw new Error(`not placed, the time would mean nothing: ${error.message}`)
  if (instances.some(({ funnel }) => funnel.length === 0)) throw new Error('no filter was counted')
  return destinations.map(({ nodename }) => nodename ?? '')
}
