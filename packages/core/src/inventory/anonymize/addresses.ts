/** Bits of an address. */
const BITS = { 4: 32, 6: 128 } as const

type Version = keyof typeof BITS

/** What neutral addresses are where the given ones do not differ: in the networks for benchmarks, which nobody uses. */
const NEUTRAL: Readonly<Record<Version, bigint>> = { 4: 0xc6120001n, 6: (0x20010002n << 96n) | 1n }

/**
 * Neutral addresses for addresses: two that share their first bits share as many in what they become, and the order
 * stays. So every network, however wide, holds the same hosts before and after; nothing else of the addresses is left.
 *
 * @param texts - what is no address, and 0.0.0.0, which Python takes for false, is left out
 * @returns the neutral addresses in their usual form, by the texts
 */
export function neutralAddresses(texts: Iterable<string>): ReadonlyMap<string, string> {
  const given = Array.from(texts, (text) => [text, addressOf(text)] as const)
  const neutral = new Map<string, string>()
  for (const version of [4, 6] as const) {
    const addresses = given.flatMap(([text, address]) => {
      return address?.version === version && address.value !== 0n ? [[text, address.value] as const] : []
    })
    const relabelled = relabel([...new Set(addresses.map(([, value]) => value))], version)
    for (const [text, value] of addresses) neutral.set(text, addressText(relabelled.get(value) as bigint, version))
  }
  return neutral
}

/** Whether a text is an address, in any form that is read. */
export function isAddress(text: string): boolean {
  return addressOf(text) !== null
}

/**
 * An address as C's `inet_aton` reads it (`10.1` is 10.0.0.1, a part may be octal or hexadecimal, what follows a blank
 * is not read), or one of IPv6. The parser of URLs follows the same rules.
 */
function addressOf(text: string): { readonly version: Version; readonly value: bigint } | null {
  const word = text.split(/[ \t-\r]/, 1)[0] ?? ''
  const host = /^[\dx.a-f]+$/i.test(word) ? word : /^[\d:.a-f]+$/i.test(word) ? `[${word}]` : ''
  if (host === '' || !URL.canParse(`http://${host}/`)) return null
  const { hostname } = new URL(`http://${host}/`)
  if (hostname.startsWith('[')) return { version: 6, value: valueOf6(hostname.slice(1, -1)) }
  const parts = hostname.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d+$/.test(part))) return null
  return { version: 4, value: joined(parts.map(BigInt), 8n) }
}

/** Of the normal form, which has no dotted end. */
function valueOf6(text: string): bigint {
  const [head = [], tail = []] = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return joined(
    groups.map((group) => BigInt(`0x${group}`)),
    16n,
  )
}

function joined(numbers: readonly bigint[], bits: bigint): bigint {
  return numbers.reduce((value, number) => (value << bits) | number, 0n)
}

function addressText(value: bigint, version: Version): string {
  const size = version === 4 ? 8n : 16n
  const parts = Array.from({ length: version === 4 ? 4 : 8 }, (_, index) => {
    const shift = size * BigInt((version === 4 ? 3 : 7) - index)
    return (value >> shift) & ((1n << size) - 1n)
  })
  if (version === 4) return parts.join('.')
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(':')}]/`).hostname.slice(1, -1)
}

/** Where addresses part, each keeps its bit; all other bits are those of the neutral address. */
function relabel(values: readonly bigint[], version: Version): ReadonlyMap<bigint, bigint> {
  const result = new Map<bigint, bigint>()
  const neutral = NEUTRAL[version]
  const assign = (group: readonly bigint[], bit: number, prefix: bigint): void => {
    const [first] = group
    if (first === undefined) return
    if (group.length === 1 || bit < 0) {
      const rest = BigInt(bit + 1)
      result.set(first, (prefix << rest) | (neutral & ((1n << rest) - 1n)))
      return
    }
    const isSet = (value: bigint): boolean => ((value >> BigInt(bit)) & 1n) === 1n
    const [ones, zeros] = [group.filter(isSet), group.filter((value) => !isSet(value))]
    if (ones.length > 0 && zeros.length > 0) {
      assign(zeros, bit - 1, prefix << 1n)
      assign(ones, bit - 1, (prefix << 1n) | 1n)
    } else assign(group, bit - 1, (prefix << 1n) | (isSet(neutral) ? 1n : 0n))
  }
  assign(values, BITS[version] - 1, 0n)
  return result
}
