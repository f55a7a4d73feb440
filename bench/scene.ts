import { parseConf, type Conf, type Inventory, type NovaRequest } from '@nova-sched/core'
import { CLOUDS } from './clouds.ts'
import { readOpenb } from './openb.ts'
import { oneOffShapes, requestFor, shapesOf, type Shape } from './shapes.ts'
import type { Mode, Workload } from './workloads.ts'

/** A workload on so many hosts: what is decided on, and what is asked. */
export interface Scene {
  readonly workload: Workload
  readonly inventory: Inventory
  readonly shapes: readonly Shape[]
  /** The shape that a decision is for, by its place among {@link shapes}. */
  readonly shapeAt: (decision: number) => number
}

/** What a scene is made of. */
export interface SceneOptions {
  readonly workload: Workload
  readonly mode: Mode
  readonly hosts: number
  /** How many decisions there will be. */
  readonly decisions: number
  /** Where the files of openb are. */
  readonly openb: string
}

/** Sets up a scene: the same one each time. */
export function makeScene({ workload, mode, hosts, decisions, openb }: SceneOptions): Scene {
  if (workload.cloud === 'openb') {
    const { inventory, shapes, order } = readOpenb(openb)
    return { workload, inventory, shapes, shapeAt: (decision) => order[decision] as number }
  }
  const shapes = mode === 'first' ? oneOffShapes(decisions) : shapesOf(workload.shapes, workload.extraSpecs)
  const inventory = CLOUDS[workload.cloud](hosts)
  return { workload, inventory, shapes, shapeAt: (decision) => decision % shapes.length }
}

/** A new request object for a shape. */
export function asked({ workload, shapes }: Scene, shape: number, number: number): NovaRequest {
  const { release, instances = 1, conf = {} } = workload
  const aliases = [conf['pci']?.['alias'] ?? []].flat()
  return requestFor(shapes[shape] as Shape, number, { release, instances, aliases })
}

/** The text of a workload's nova.conf. */
export function confText({ conf = {} }: Workload): string {
  const sections = Object.entries({ ...conf, DEFAULT: { host: 'bench', ...conf['DEFAULT'] } })
  const lines = sections.map(([name, options]) => {
    const values = Object.entries(options).flatMap(([key, value]) => [value].flat().map((one) => `${key} = ${one}\n`))
    return `[${name}]\n${values.join('')}`
  })
  return lines.join('')
}

/** The configuration of a workload. */
export function confOf(workload: Workload): Conf {
  return parseConf(confText(workload), { release: workload.release })
}
