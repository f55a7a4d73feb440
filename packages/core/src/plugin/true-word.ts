import { stripSpace } from './python/space.ts'

const TRUE_WORDS: ReadonlySet<string> = new Set(['1', 't', 'true', 'on', 'y', 'yes'])

/** Whether a text is one of the words that oslo.utils takes for true; every other is false. */
export function isTrueWord(text: string): boolean {
  return TRUE_WORDS.has(stripSpace(text).toLowerCase())
}
