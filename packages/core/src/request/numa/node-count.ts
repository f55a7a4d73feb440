import { flavorText, imageText, type NumaAsk } from './ask.ts'
import { forbidden, invalid } from './refusal.ts'

const CANONICAL = /^[1-9]\d*$/

/**
 * What one side alone says under a key, in releases that tell flavor and image apart key by key.
 *
 * @returns null when neither says anything
 * @throws NUMA_CONSTRAINT_FORBIDDEN when both do, be it the same
 */
export function eitherSide(ask: NumaAsk, name: string): { readonly text: string; readonly setting: string } | null {
  const [flavor, image] = [flavorText(ask, name), imageText(ask, name)]
  if (flavor !== null && image !== null) throw onBothSides(`hw_${name}`, `hw:${name}`)
  if (flavor !== null) return { text: flavor, setting: `hw:${name}` }
  return image === null ? null : { text: image, setting: `hw_${name}` }
}

/**
 * How many NUMA nodes are asked for, where the image's properties are typed.
 *
 * @returns null when none are asked for
 * @throws NUMA_CONSTRAINT_FORBIDDEN when both sides ask, NUMA_CONSTRAINT_INVALID for anything but a plain number from 1
 */
export function nodeCount(ask: NumaAsk): number | null {
  const [flavor, image] = [flavorText(ask, 'numa_nodes'), imageText(ask, 'numa_nodes')]
  // A zero of the image is no number of nodes, but says nothing against the flavor's.
  if (flavor && image !== null && image !== '0') throw onBothSides('hw_numa_nodes', 'hw:numa_nodes')
  const nodes = flavor || image
  if (nodes === null) return null
  if (CANONICAL.test(nodes)) return Number(nodes)
  const text = `The property 'numa_nodes' cannot be '${nodes}'. It must be a number greater than 0`
  throw invalid('InvalidNUMANodesNumber', text, [flavor ? 'hw:numa_nodes' : 'hw_numa_nodes'])
}

/** The refusal of an image that sets what the flavor sets. */
export function onBothSides(imageKey: string, flavorKey: string): Error {
  const text = `Image property '${imageKey}' is not permitted to override NUMA configuration set against the flavor`
  return forbidden('ImageNUMATopologyForbidden', text, [flavorKey])
}
