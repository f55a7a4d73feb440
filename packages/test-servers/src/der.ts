/** The few kinds of ASN.1 values that a certificate is made of, in DER. */

/** A value with its tag. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts)
export const integer = (value: number): Buffer => der(0x02, Buffer.from([value]))
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]))
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
export const octets = (content: Uint8Array): Buffer => der(0x04, content)
export const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content)

/** `YYYY-MM-DD` as midnight; years from 2050 on have a form of their own. */
export function time(date: string): Buffer {
  const text = `${date.replaceAll('-', '')}000000Z`
  return Number(date.slice(0, 4)) < 2050 ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text))
}

/** An object identifier, such as `2.5.29.17`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]))
}

function base128(value: number): number[] {
  const rest = Math.floor(value / 128)
  return [...(rest === 0 ? [] : base128(rest).map((byte) => byte | 0x80)), value % 128]
}

function lengthOf({ length }: Uint8Array): readonly number[] {
  if (length < 128) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}
