import { sharedName } from '../util/shared.ts'
import type { Request, RequestField } from '../plugin/request.ts'

/** Longer lists, such as the members of a large group, hardly come again in another request: each is taken for new. */
const LONG_LIST = 16
const longLists = new WeakMap<object, string>()
let numbered = 0

const PATHS = new Map<RequestField, readonly [first: keyof Request, second: string | undefined]>()

/** The value of a field as text that is equal for equal values only. */
export function fieldKey(request: Request, field: RequestField): string {
  return textOf(fieldValue(request, field))
}

/** The value of a field; of the flavor as a whole, whether there is one. */
export function fieldValue(request: Request, field: RequestField): unknown {
  let path = PATHS.get(field)
  if (path === undefined) {
    const [first, second] = field.split('.') as [keyof Request, string | undefined]
    PATHS.set(field, (path = [first, second]))
  }
  const part = request[path[0]]
  if (field === 'flavor') return part !== null
  if (path[1] === undefined || part === null) return part
  return (part as unknown as Readonly<Record<string, unknown>>)[path[1]]
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? `"${value}` : String(value)
  if (!Array.isArray(value)) return sharedName(value) ?? JSON.stringify(value)
  if (value.length <= LONG_LIST) return value.length === 0 ? '[]' : JSON.stringify(value)
  let name = longLists.get(value)
  if (name === undefined) longLists.set(value, (name = `list ${(numbered += 1)}`))
  return name
}
