import { stripSpace } from '../../plugin/python.ts'
import { isTrueWord } from '../../plugin/true-word.ts'
import { flavorText, imageText, type NumaAsk } from './ask.ts'
import { forbidden } from './refusal.ts'

/**
 * Checks that locked memory comes with a page size, and that flavor and image agree on it. It has no other effect here.
 *
 * @throws NUMA_CONSTRAINT_FORBIDDEN
 */
export function checkLockedMemory(ask: NumaAsk): void {
  const [flavorWord, imageWord] = [flavorText(ask, 'locked_memory'), imageText(ask, 'locked_memory')]
  const [flavor, image] = [isTrueWord(flavorWord ?? ''), isTrueWord(imageWord ?? '')]
  if (flavorWord !== null && imageWord !== null && flavor !== image) {
    const text = `locked_memory value in image (${boolean(image)}) and flavor (${boolean(flavor)}) conflict. A consistent value is expected if both specified.`
    throw forbidden('FlavorImageLockedMemoryConflict', text, ['hw:locked_memory', 'hw_locked_memory'])
  }
  if (!flavor && !image) return
  if (flavorText(ask, 'mem_page_size') || imageText(ask, 'mem_page_size')) return
  const text = 'locked_memory value in image or flavor is forbidden when mem_page_size is not set.'
  throw forbidden('LockMemoryForbidden', text, [flavor ? 'hw:locked_memory' : 'hw_locked_memory', 'hw:mem_page_size'])
}

/** Whether the flavor asks for persistent memory: one label that is not empty. */
export function asksForPersistentMemory(ask: NumaAsk): boolean {
  return (flavorText(ask, 'pmem') ?? '').split(',').some((label) => stripSpace(label) !== '')
}

function boolean(value: boolean): string {
  return value ? 'True' : 'False'
}
