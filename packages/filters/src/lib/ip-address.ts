/** An address as a number of 32 (version 4) or 128 bits. */
export interface IpAddress {
  readonly version: 4 | 6
  readonly value: bigint
}

/** Bits of an address. */
export const ADDRESS_BITS = { 4: 32, 6: 128 } as const

const STRICT_OCTET = /^(?:0|[1-9]\d{0,2})$/
const C_NUMBER = /^(?:0x[0-9a-f]+|0[0-7]*|[1-9]\d*)$/i
const HEX_GROUP = /^[0-9a-f]{1,4}$/i

/** Four decimal numbers without leading zeros, as C's `inet_pton` reads them; undefined for anything else. */
export function strictIpv4(text: string): bigint | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => STRICT_OCTET.test(part) && Number(part) <= 255)) return undefined
  return joined(parts.map(BigInt), 8n)
}

/**
 * One to four numbers as C's `inet_aton` reads them: decimal, octal (`010`) or hexadecimal (`0x10`), the last one filling
 * the bytes that are left (`10.1` is 10.0.0.1). What follows a blank is not read. Undefined for anything else.
 */
export function looseIpv4(text: string): bigint | undefined {
  const parts = (text.split(/[ \t-\r]/, 1)[0] ?? '').split('.')
  if (parts.length > 4 || !parts.every((part) => C_NUMBER.test(part))) return undefined
  const numbers = parts.map((part) => BigInt(part.replace(/^0(?=\d)/, '0o')))
  const last = numbers.pop() ?? 0n
  const lastBits = 32n - 8n * BigInt(numbers.length)
  if (last >> lastBits !== 0n || numbers.some((number) => number > 255n)) return undefined
  return (joined(numbers, 8n) << lastBits) | last
}

/** An IPv6 address as C's `inet_pton` reads it, with `::` and a dotted end, without a zone; undefined for anything else. */
export function ipv6(text: string): bigint | undefined {
  const hexadecimal = withoutDottedEnd(text)
  const halves = hexadecimal?.split('::').map((half) => (half === '' ? [] : half.split(':')))
  if (!halves || halves.length > 2) return undefined
  const [head = [], tail] = halves
  const given = head.length + (tail?.length ?? 0)
  if (tail ? given > 7 : given !== 8) return undefined
  const groups = [...head, ...Array<string>(8 - given).fill('0'), ...(tail ?? [])]
  if (!groups.every((group) => HEX_GROUP.test(group))) return undefined
  return joined(
    groups.map((group) => BigInt(`0x${group}`)),
    16n,
  )
}

function withoutDottedEnd(text: string): string | undefined {
  const start = text.lastIndexOf(':') + 1
  if (!text.includes('.', start)) return text
  const value = strictIpv4(text.slice(start))
  if (value === undefined) return undefined
  return `${text.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}

function joined(numbers: readonly bigint[], bits: bigint): bigint {
  return numbers.reduce((value, number) => (value << bits) | number, 0n)
}
