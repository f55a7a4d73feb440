import { fault, parseIntText, type PythonRules } from '@nova-sched/core/plugin'
import { ADDRESS_BITS, type IpAddress, ipv6, looseIpv4, strictIpv4 } from './ip-address.ts'

/** The addresses that share their first bits. */
export interface IpNetwork extends IpAddress {
  /** How many of the first bits count: 0 to 32 or 128. */
  readonly prefixLength: number
}

/**
 * The address of a host, as netaddr's `IPAddress(text)` reads it (before netaddr 1.0): IPv4 by the loose rules of
 * `inet_aton`, else IPv6.
 *
 * @param text - null where the host has no address
 * @throws ADDRESS_INVALID when it is no address; VALUE_MALFORMED when it has a `/`
 */
export function parseAddress(text: string | null): IpAddress {
  if (text?.includes('/')) {
    throw fault('VALUE_MALFORMED', `${JSON.stringify(text)} is a network where an address is needed`, { address: text })
  }
  const value4 = text === null ? undefined : looseIpv4(text)
  if (value4 !== undefined) return { version: 4, value: value4 }
  const value6 = text === null ? undefined : ipv6(text)
  if (value6 !== undefined) return { version: 6, value: value6 }
  throw fault('ADDRESS_INVALID', `${JSON.stringify(text)} is not an IP address`, { address: text })
}

/**
 * A network, as netaddr's `IPNetwork(text)` reads it (before netaddr 1.0): an address, whose host bits may be set, and
 * after a `/` a prefix length, a netmask or a hostmask; without `/` the address alone. An IPv4 address may be cut short
 * (`10.1` is 10.1.0.0) and its parts may be anything that Python's `int()` takes.
 *
 * @throws ADDRESS_INVALID when it is no network; VALUE_MALFORMED when it has two `/`
 */
export function parseNetwork(text: string, rules: PythonRules): IpNetwork {
  const slash = text.indexOf('/')
  const address = slash < 0 ? text : text.slice(0, slash)
  const suffix = slash < 0 ? undefined : text.slice(slash + 1)
  const network = asNetwork(4, ipv4Start(address, rules), suffix, rules) ?? asNetwork(6, ipv6(address), suffix, rules)
  if (network) return network
  throw fault(
    'ADDRESS_INVALID',
    `${JSON.stringify(text)} is not a network: write an address and a prefix length, such as 10.0.0.7/24`,
    { network: text },
  )
}

/** Python's `address in network`: of one version, with the same first bits. */
export function networkContains(network: IpNetwork, address: IpAddress): boolean {
  const hostBits = BigInt(ADDRESS_BITS[network.version] - network.prefixLength)
  return network.version === address.version && (network.value ^ address.value) >> hostBits === 0n
}

function asNetwork(
  version: 4 | 6,
  value: bigint | undefined,
  suffix: string | undefined,
  rules: PythonRules,
): IpNetwork | undefined {
  if (value === undefined) return undefined
  const bits = ADDRESS_BITS[version]
  const prefixLength = suffix === undefined ? bits : (parseIntText(suffix, rules) ?? maskLength(version, suffix))
  if (prefixLength === undefined || prefixLength < 0 || prefixLength > bits) return undefined
  return { version, value, prefixLength }
}

/** The prefix length that a netmask (`255.255.255.0`) or, when it is none, a hostmask (`0.0.0.255`) stands for. */
function maskLength(version: 4 | 6, text: string): number | undefined {
  if (text.includes('/')) {
    throw fault('VALUE_MALFORMED', `${JSON.stringify(text)} is not a prefix length or a mask`, { prefix: text })
  }
  const mask = version === 4 ? strictIpv4(text) : ipv6(text)
  if (mask === undefined) return undefined
  const bits = ADDRESS_BITS[version]
  const inverse = mask ^ ((1n << BigInt(bits)) - 1n)
  if (isAllOnes(inverse)) return bits - bitLength(inverse)
  return isAllOnes(mask) ? bits - bitLength(mask) : undefined
}

/** A full IPv4 address, or the start of one filled up with zeros. */
function ipv4Start(text: string, rules: PythonRules): bigint | undefined {
  const full = strictIpv4(text)
  if (full !== undefined || text.includes(':')) return full
  const parts = text.split('.').map((part) => parseIntText(part, rules))
  if (parts.length > 4 || parts.includes(undefined)) return undefined
  return strictIpv4([...parts, 0, 0, 0].slice(0, 4).join('.'))
}

function isAllOnes(value: bigint): boolean {
  return (value & (value + 1n)) === 0n
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length
}
