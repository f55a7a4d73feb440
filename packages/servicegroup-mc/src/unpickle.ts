/** A class or function that a pickle names; nothing of it is ever loaded. */
export class PickledName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** What the pickles of heartbeats are made of. Dates are in milliseconds since 1970. */
export type Pickled =
  string | number | null | Buffer | Date | PickledName | readonly Pickled[] | ReadonlyMap<Pickled, Pickled>

/** Longer values are no heartbeats. */
const LONGEST = 4096

/** Stands on the stack where a tuple or a dictionary begins. */
const MARK = Symbol('mark')

interface Machine {
  readonly bytes: Buffer
  at: number
  readonly stack: (Pickled | typeof MARK)[]
  readonly memo: Map<number, Pickled>
}

/**
 * Reads a pickle of Python 2 or 3, protocol 0 to 5, that holds a heartbeat: a datetime, or dogpile's CachedValue of one.
 * It knows these two classes and no other, and calls nothing.
 *
 * @returns the datetime as a Date, a CachedValue as its two fields
 * @throws Error for anything else
 */
export function unpickle(bytes: Buffer): Pickled {
  if (bytes.length > LONGEST) throw new Error('too long')
  const machine: Machine = { bytes, at: 0, stack: [], memo: new Map() }
  for (;;) {
    const code = take(machine, 1).toString('latin1')
    if (code === '.') return pop(machine)
    const run = OPERATIONS.get(code)
    if (run === undefined) throw new Error('an operation that no heartbeat has')
    run(machine)
  }
}

const OPERATIONS: ReadonlyMap<string, (machine: Machine) => void> = new Map<string, (machine: Machine) => void>([
  // the frame
  ['\x80', (machine) => void take(machine, 1)],
  ['\x95', (machine) => void take(machine, 8)],
  ['(', ({ stack }) => void stack.push(MARK)],
  // what was there before
  ['p', (machine) => remember(machine, Number(line(machine)))],
  ['q', (machine) => remember(machine, uint(machine, 1))],
  ['r', (machine) => remember(machine, uint(machine, 4))],
  ['\x94', (machine) => remember(machine, machine.memo.size)],
  ['g', (machine) => recall(machine, Number(line(machine)))],
  ['h', (machine) => recall(machine, uint(machine, 1))],
  ['j', (machine) => recall(machine, uint(machine, 4))],
  // texts and bytes
  ['S', (machine) => push(machine, pythonString(line(machine)))],
  ['T', (machine) => push(machine, take(machine, uint(machine, 4)))],
  ['U', (machine) => push(machine, take(machine, uint(machine, 1)))],
  ['V', (machine) => push(machine, unescaped(line(machine)))],
  ['X', (machine) => push(machine, take(machine, uint(machine, 4)).toString('utf8'))],
  ['\x8c', (machine) => push(machine, take(machine, uint(machine, 1)).toString('utf8'))],
  ['B', (machine) => push(machine, take(machine, uint(machine, 4)))],
  ['C', (machine) => push(machine, take(machine, uint(machine, 1)))],
  // numbers
  ['N', (machine) => push(machine, null)],
  ['I', (machine) => push(machine, number(line(machine)))],
  ['L', (machine) => push(machine, number(line(machine).replace(/L$/, '')))],
  ['J', (machine) => push(machine, take(machine, 4).readInt32LE())],
  ['K', (machine) => push(machine, uint(machine, 1))],
  ['M', (machine) => push(machine, uint(machine, 2))],
  ['F', (machine) => push(machine, number(line(machine)))],
  ['G', (machine) => push(machine, take(machine, 8).readDoubleBE())],
  // tuples and dictionaries
  [')', (machine) => push(machine, [])],
  ['\x85', (machine) => push(machine, popMany(machine, 1))],
  ['\x86', (machine) => push(machine, popMany(machine, 2))],
  ['\x87', (machine) => push(machine, popMany(machine, 3))],
  ['t', (machine) => push(machine, popToMark(machine))],
  ['}', (machine) => push(machine, new Map())],
  ['d', (machine) => push(machine, withItems(new Map(), popToMark(machine)))],
  ['s', (machine) => setItems(machine, popMany(machine, 2))],
  ['u', (machine) => setItems(machine, popToMark(machine))],
  // classes
  ['c', (machine) => push(machine, new PickledName(`${line(machine)}.${line(machine)}`))],
  ['\x93', (machine) => push(machine, new PickledName(popMany(machine, 2).map(text).join('.')))],
  ['R', (machine) => construct(machine)],
  ['\x81', (machine) => construct(machine)],
])

function construct(machine: Machine): void {
  const [called, args] = popMany(machine, 2)
  if (!(called instanceof PickledName) || !Array.isArray(args)) throw new Error('not a call')
  push(machine, made(called.name, args as readonly Pickled[]))
}

/** What calling a name would give. */
function made(name: string, args: readonly Pickled[]): Pickled {
  const [first, second] = args
  if (name === 'datetime.datetime' && args.length === 1) return dateOf(bytesOf(first))
  // How Python 3 writes bytes in protocols that Python 2 reads.
  if (name === '_codecs.encode' && second === 'latin1') return bytesOf(first)
  if (name === 'dogpile.cache.api.CachedValue' && args.length === 2) return args
  if (/^copy_?reg\._reconstructor$/.test(name) && first instanceof PickledName && Array.isArray(args[2]))
    return made(first.name, args[2] as readonly Pickled[])
  throw new Error(`${name} is no part of a heartbeat`)
}

/** The ten bytes of a datetime: year, month, day, hour, minute, second, microseconds. */
function dateOf(bytes: Buffer): Date {
  if (bytes.length !== 10) throw new Error('not a datetime')
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = bytes.subarray(2, 7)
  // The highest bit of the month says which of two equal hours is meant, which UTC does not have.
  const time = Date.UTC(bytes.readUInt16BE(0), (month & 0x7f) - 1, day, hour, minute, second)
  return new Date(time + Math.floor(bytes.readUIntBE(7, 3) / 1000))
}

/** Bytes, or the text that stands for them where each letter is a byte. */
function bytesOf(value: Pickled | undefined): Buffer {
  if (Buffer.isBuffer(value)) return value
  if (typeof value !== 'string') throw new Error('not bytes')
  return Buffer.from(value, 'latin1')
}

function take(machine: Machine, count: number): Buffer {
  const { bytes, at } = machine
  if (at + count > bytes.length) throw new Error('cut off')
  machine.at += count
  return bytes.subarray(at, at + count)
}

function uint(machine: Machine, size: 1 | 2 | 4): number {
  return take(machine, size).readUIntLE(0, size)
}

function line(machine: Machine): string {
  const end = machine.bytes.indexOf('\n', machine.at)
  if (end < 0) throw new Error('cut off')
  const text = machine.bytes.toString('latin1', machine.at, end)
  machine.at = end + 1
  return text
}

function number(written: string): number {
  if (!/^[-+]?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?$/.test(written)) throw new Error('not a number')
  return Number(written)
}

function text(value: Pickled): string {
  if (typeof value !== 'string') throw new Error('not a name')
  return value
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** A string of Python 2 as its source has it. */
function pythonString(written: string): Buffer {
  const inside = /^(['"])(.*)\1$/s.exec(written)?.[2]
  if (inside === undefined) throw new Error('not a string')
  const plain = inside.replace(/\\(?:x([0-9a-f]{2})|(.))/gs, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(plain, 'latin1')
}

function unescaped(written: string): string {
  return written.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

function push({ stack }: Machine, value: Pickled): void {
  stack.push(value)
}

function pop({ stack }: Machine): Pickled {
  const value = stack.pop()
  if (value === undefined || value === MARK) throw new Error('nothing there')
  return value
}

function popMany(machine: Machine, count: number): Pickled[] {
  return Array.from({ length: count }, () => pop(machine)).reverse()
}

function popToMark({ stack }: Machine): Pickled[] {
  const mark = stack.lastIndexOf(MARK)
  if (mark < 0) throw new Error('no beginning')
  return stack.splice(mark).slice(1) as Pickled[]
}

function setItems(machine: Machine, items: readonly Pickled[]): void {
  const map = pop(machine)
  if (!(map instanceof Map)) throw new Error('not a dictionary')
  push(machine, withItems(map as Map<Pickled, Pickled>, items))
}

function withItems(map: Map<Pickled, Pickled>, items: readonly Pickled[]): Map<Pickled, Pickled> {
  for (let at = 0; at + 1 < items.length; at += 2) {
    const key = items[at] as Pickled
    // Python 2 writes names as bytes.
    map.set(Buffer.isBuffer(key) ? key.toString('latin1') : key, items[at + 1] as Pickled)
  }
  return map
}

function remember(machine: Machine, at: number): void {
  const value = pop(machine)
  machine.memo.set(at, value)
  push(machine, value)
}

function recall(machine: Machine, at: number): void {
  const value = machine.memo.get(at)
  if (value === undefined) throw new Error('nothing remembered')
  push(machine, value)
}
