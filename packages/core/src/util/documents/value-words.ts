const LONGEST = 60

const TYPE_WORDS: Readonly<Record<string, readonly string[]>> = {
  integer: ['a whole number'],
  number: ['a number'],
  string: ['a text'],
  boolean: ['true', 'false'],
  array: ['a list'],
  object: ['a map'],
}

/** A value as messages show it: its kind when it is a list or map, cut when it is long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'a map'
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
}

/** That a value has none of the wanted types, and what would be right. */
export function inWords(wanted: readonly string[], value: unknown): string {
  const types = wanted.flatMap((type) => TYPE_WORDS[type] ?? [type])
  const must = types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${types.at(-1)}` : types.join()
  return `must be ${must}, is ${shown(value)}${advice(wanted, value)}`
}

function advice(wanted: readonly string[], value: unknown): string {
  const wantsNumber = wanted.includes('integer') || wanted.includes('number')
  if (typeof value === 'string' && wantsNumber && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value))
    return ': leave out the quotes'
  if (typeof value === 'string' && wanted.includes('boolean') && /^(true|false|yes|no|on|off)$/i.test(value)) {
    return ': write true or false, without quotes'
  }
  if (wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) {
    return ': put it in quotes, as it is to be read letter by letter'
  }
  return value === null ? ': leave the field out if it is not known' : ''
}
