import type { ValueType } from './types.ts'

/** The name of a host, or its IPv4 or IPv6 address; a dot behind a name is dropped. */
export const hostAddressType: ValueType<string> = (text) => {
  if (isIpv4(text) || isIpv6(text)) return { ok: true, value: text }
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  if ([...text].length <= 253 && isHostName(name)) return { ok: true, value: name }
  return { ok: false, message: 'must be a host name or an IP address' }
}

/** Four decimal numbers up to 255 without leading zeros. */
function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** Eight groups of hexadecimal digits, one run of zeros left out as `::`; the last two may be an IPv4 address. */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)?.at(-1)
  const tail = last !== undefined && isIpv4(last) ? groups.at(-1)?.pop() : undefined
  const all = groups.flat()
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const count = all.length + (tail === undefined ? 0 : 2)
  return halves.length === 2 ? count <= 7 : count === 8
}

/** Python's pattern ends in `$`, which allows a line end behind a label. */
const LABEL = /^(?!-)[a-z0-9\u0130\u0131\u017f\u212a-]{1,63}(?<!-)\n?$/i

function isHostName(name: string): boolean {
  const labels = name.split('.')
  return labels.every((label) => LABEL.test(label)) && /[a-z-]/i.test(labels.at(-1) as string)
}
