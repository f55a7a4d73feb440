import { ANY_PAGES, LARGE_PAGES, SMALL_PAGES } from '../../plugin/numa/pages.ts'
import { parseFloatText, parseIntText } from '../../plugin/python.ts'
import { flavorText, imageText, wholeNumber, type NumaAsk } from './ask.ts'
import { forbidden, invalid, malformed } from './refusal.ts'

const WORDS: ReadonlyMap<string, number> = new Map([
  ['any', ANY_PAGES],
  ['large', LARGE_PAGES],
  ['small', SMALL_PAGES],
])

/** Python's `isdigit()`: decimal digits, and such as superscripts, which `int()` does not read. */
const DIGITS =
  /^[\p{Nd}\xb2\xb3\xb9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u
/** The line's end is Python's `$`, which a line break may follow. */
const WITH_UNIT = /^([-+]?\p{Nd}*\.?\p{Nd}+)(?:([KMGT])i?)?(b|bit|B)\n?$/u
const POWERS = ['', 'K', 'M', 'G', 'T']

/**
 * The memory page size asked for: KiB (maybe with a fraction), -1 small, -2 large, -3 any.
 *
 * An image may only narrow `any` and `large` of the flavor.
 * @returns null when none is asked for
 * @throws NUMA_CONSTRAINT_INVALID for what is no page size, NUMA_CONSTRAINT_FORBIDDEN for what the flavor does not
 * leave to the image, VALUE_MALFORMED where Nova breaks
 */
export function pageSize(ask: NumaAsk): number | null {
  const [flavor, image] = [flavorText(ask, 'mem_page_size'), imageText(ask, 'mem_page_size')]
  if (!flavor) {
    if (image) throw notForImage(image, '<empty>')
    return null
  }
  const size = readSize(flavor, 'hw:mem_page_size', ask)
  if (!image) return size
  if (size !== ANY_PAGES && size !== LARGE_PAGES) throw notForImage(image, flavor)
  return readSize(image, 'hw_mem_page_size', ask)
}

function readSize(text: string, setting: string, ask: NumaAsk): number {
  const size = WORDS.get(text) ?? (ask.rules.pageSizesHaveUnits ? withUnit : withoutUnit)(text, setting, ask)
  if (Number.isFinite(size)) return size
  throw malformed('OverflowError', `${setting} is larger than any number`, [setting])
}

function withoutUnit(text: string, setting: string, { python }: NumaAsk): number {
  const size = parseIntText(text, python) ?? 0
  if (size <= 0) throw notASize(String(size), setting)
  return size
}

function withUnit(text: string, setting: string, ask: NumaAsk): number {
  if (DIGITS.test(text)) return wholeNumber(text, setting, ask)
  const [, number = '', prefix = '', unit] = WITH_UNIT.exec(text) ?? []
  const amount = parseFloatText(number, ask.python)
  if (amount === undefined) throw notASize(text, setting)
  const bytes = Math.ceil((unit === 'B' ? amount : amount / 8) * 1024 ** POWERS.indexOf(prefix))
  return bytes / 1024
}

function notASize(size: string, setting: string): Error {
  return invalid('MemoryPageSizeInvalid', `Invalid memory page size '${size}'`, [setting])
}

function notForImage(size: string, against: string): Error {
  const text = `Page size ${size} forbidden against '${against}'`
  return forbidden('MemoryPageSizeForbidden', text, ['hw_mem_page_size', 'hw:mem_page_size'])
}
