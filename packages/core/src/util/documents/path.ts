/** Where a value stands in a document: keys and positions from the top. */
export type Path = readonly (string | number)[]

/** A path as messages show it, such as `hosts[3].metadata["a key"]`. */
export function pathText(path: Path): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!/^[\w$-]+$/.test(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}

/** The value at a path, or undefined where the path leads nowhere. Only own keys count. */
export function valueAt(document: unknown, path: Path): unknown {
  let value = document
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}
