import type { Request, RequestField } from '../plugin/request.ts'

const keysOfParts = new WeakMap<object, Map<string, string>>()

/** The value of a field as text that is equal for equal values only. */
export function fieldKey(request: Request, field: RequestField): string {
  const [first, second] = field.split('.') as [keyof Request, string | undefined]
  const owner = second === undefined ? request : (request[first] as object | null)
  if (owner === null) return 'null'
  if (field === 'flavor') return request.flavor === null ? 'null' : 'present'
  const keys = keysOfParts.get(owner) ?? new Map<string, string>()
  keysOfParts.set(owner, keys)
  const name = second ?? first
  let key = keys.get(name)
  if (key === undefined) {
    key = String(JSON.stringify((owner as unknown as Record<string, unknown>)[name]))
    keys.set(name, key)
  }
  return key
}
