import { createRequire } from 'node:module'
import {
  Cloud,
  Engine,
  HostStates,
  readRequest,
  setUp,
  type HostTable,
  type Request,
  type SetUp,
} from '@nova-sched/core/bench'
import { asked, confOf, type Scene } from './scene.ts'

/** The hosts of a scene, read once for all worlds. */
export interface Ground {
  readonly scene: Scene
  readonly cloud: Cloud
  readonly states: HostStates
}

/** A scene with the parts of a scheduler one by one. */
export interface World {
  readonly scene: Scene
  readonly made: SetUp
  readonly states: HostStates
  readonly table: HostTable
  readonly engine: Engine
  /** A request of each shape, as plugins read it. */
  readonly requests: readonly Request[]
  /** The request of a decision: the one of its shape, or one for other instances where there are several of them. */
  readonly requestAt: (decision: number) => Request
}

/** Where plugins are found by name. */
export const RESOLVE_FROM = [createRequire(import.meta.url).resolve('@nova-sched/core')]

/** Reads the hosts of a scene. */
export async function makeGround(scene: Scene): Promise<Ground> {
  const { hostManager, rules, log } = await setUp({ conf: confOf(scene.workload), resolveFrom: RESOLVE_FROM })
  const cloud = new Cloud(scene.inventory, rules)
  const states = new HostStates(hostManager, rules, log)
  states.refresh(cloud)
  return { scene, cloud, states }
}

/** Makes a world: the same hosts each time, and states and plugins of its own. */
export async function makeWorld({ scene, cloud, states: pristine }: Ground): Promise<World> {
  const { workload, shapes } = scene
  const made = await setUp({ conf: confOf(workload), resolveFrom: RESOLVE_FROM })
  const states = pristine.fork(made.hostManager)
  states.refresh(cloud)
  const { table } = states
  const engine = new Engine(made, table, made.rememberedBytes)
  const read = (shape: number, number: number): Request => readRequest(asked(scene, shape, number), workload.release)
  const requests = [...shapes.keys()].map((shape) => read(shape, 0))
  const requestAt = (decision: number): Request => {
    const shape = scene.shapeAt(decision)
    return (workload.instances ?? 1) > 1 ? read(shape, decision) : (requests[shape] as Request)
  }
  return { scene, made, states, table, engine, requests, requestAt }
}
