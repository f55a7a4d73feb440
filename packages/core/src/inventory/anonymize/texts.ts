import { parseJson, splitWords } from '../../plugin/python.ts'
import type { Names } from './names.ts'
import type { Kind } from './neutral.ts'

/** Texts are compared with each of the words, with every second one, or looked for as parts. */
const OPERATORS: ReadonlyMap<string, 'word' | 'choices' | 'part' | 'parts'> = new Map([
  ...['s==', 's!=', 's<', 's<=', 's>', 's>='].map((operator) => [operator, 'word'] as const),
  ['<or>', 'choices'],
  ['<in>', 'part'],
  ['<all-in>', 'parts'],
])
const NUMERIC = ['=', '==', '!=', '>=', '<=']
const JSON_TEXT = /"(?:[^"\\]|\\.)*"/gs

/** Whether an extra spec asks for an order or a part of a text, for a number, or for equality alone. */
export function askedFor(text: string): 'order' | 'number' | 'equality' {
  const [operator = ''] = splitWords(text)
  if (NUMERIC.includes(operator)) return 'number'
  return OPERATORS.has(operator) && operator !== '<or>' && !/^s[!=]=$/.test(operator) ? 'order' : 'equality'
}

/** A flavor's extra spec that is compared with names: what its operator looks at is replaced. */
export function requirement(kind: Kind, text: string, names: Names): string {
  const [operator = '', ...words] = splitWords(text)
  const how = OPERATORS.get(operator)
  if (how === undefined) return NUMERIC.includes(operator) ? names.free(text) : names.name(kind, text)
  const name = (word: string): string => names.name(kind, word)
  const part = (word: string): string => names.part(kind, word)
  switch (how) {
    case 'word':
      return [operator, ...words.slice(0, 1).map(name)].join(' ')
    case 'choices':
      return [operator, ...words.map((word, index) => (index % 2 === 0 ? name(word) : '<or>'))].join(' ')
    case 'part':
      return [operator, ...words.slice(0, 1).map(part)].join(' ')
    case 'parts':
      return [operator, ...words.map(part)].join(' ')
  }
}

/**
 * The query of JsonFilter: texts that are compared with a variable that holds names are replaced as such names.
 *
 * @param kindOf - what a variable (without its dollar sign) holds; undefined for texts that decisions depend on
 */
export function jsonQuery(text: string, kindOf: (variable: string) => Kind | undefined, names: Names): string {
  const replaced: string[] = []
  const walk = (value: unknown, kind: Kind | undefined): void => {
    if (Array.isArray(value)) {
      const [first, ...rest] = value as readonly unknown[]
      if (typeof first === 'string') replaced.push(first)
      else walk(first, undefined)
      const variables = rest.filter((item): item is string => typeof item === 'string' && item.startsWith('$'))
      const kinds = variables.map((variable) => kindOf(variable.slice(1)))
      const name = kinds.find((each) => each !== undefined && each !== 'value')
      for (const item of rest) walk(item, name ?? (kinds.includes(undefined) ? undefined : 'value'))
    } else if (typeof value === 'string') {
      const isName = kind !== undefined && value !== '' && !value.startsWith('$')
      replaced.push(isName ? names.name(kind, value) : names.free(value))
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        replaced.push(names.free(key))
        walk(item, undefined)
      }
    }
  }
  try {
    walk(parseJson(text), undefined)
  } catch {
    return names.free(text)
  }
  if (text.match(JSON_TEXT)?.length !== replaced.length) return names.free(text)
  let at = 0
  return text.replace(JSON_TEXT, () => JSON.stringify(replaced[at++]))
}
