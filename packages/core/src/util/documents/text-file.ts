import { open } from 'node:fs/promises'
import { NovaSchedError } from '../../errors.ts'
import { MAX_FILE_BYTES } from './limits.ts'

/** A text and the name it is known by. */
export interface SourceText {
  /** The file's name as it was given; `-` for standard input. */
  readonly file: string
  readonly text: string
  /** Whether it began with a byte order mark, which was taken off. */
  readonly hadByteOrderMark: boolean
}

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Reads a text file.
 *
 * @param path - where the file is
 * @param name - what messages call it
 * @param maxBytes - the largest file that is read
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE (also for a folder), FILE_TOO_LARGE, FILE_NOT_TEXT, FILE_INVALID (empty)
 */
export async function readTextFile(path: string, name = path, maxBytes = MAX_FILE_BYTES): Promise<SourceText> {
  try {
    const file = await open(path)
    try {
      if ((await file.stat()).isDirectory()) throw unreadable(name, 'it is a folder: name a file')
      return decodeText(await bytesOf(file.createReadStream({ autoClose: false }), name, maxBytes), name)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw asFileError(error, name)
  }
}

/**
 * All bytes of a stream. Counted as they come: pipes and devices have no size.
 *
 * @throws FILE_TOO_LARGE
 */
export async function bytesOf(
  stream: AsyncIterable<unknown>,
  name: string,
  maxBytes = MAX_FILE_BYTES,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array)
    size += bytes.length
    if (size > maxBytes) {
      throw new NovaSchedError('FILE_TOO_LARGE', `${name}: it is larger than ${inMebibytes(maxBytes)}`, {
        file: name,
        maxBytes,
      })
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/**
 * Turns bytes into text.
 *
 * @throws FILE_NOT_TEXT when they are no UTF-8 or hold a NUL byte, FILE_INVALID when there is nothing but blanks
 */
export function decodeText(bytes: Uint8Array, name: string): SourceText {
  const details = { file: name }
  if (bytes.includes(0)) {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    const what = utf16 ? 'it is UTF-16: save it as UTF-8' : 'it is a binary file (it holds a NUL byte)'
    throw new NovaSchedError('FILE_NOT_TEXT', `${name}: ${what}`, details)
  }
  const text = decodeUtf8(bytes, name)
  const hadByteOrderMark = text.startsWith(BYTE_ORDER_MARK)
  const content = hadByteOrderMark ? text.slice(1) : text
  if (!/\S/.test(content)) throw new NovaSchedError('FILE_INVALID', `${name}: it is empty`, details)
  return { file: name, text: content, hadByteOrderMark }
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    const message = `${name}: it is not UTF-8 text: convert it, as with iconv -t UTF-8`
    throw new NovaSchedError('FILE_NOT_TEXT', message, { file: name }, { cause })
  }
}

function asFileError(error: unknown, name: string): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (error instanceof NovaSchedError || code === undefined) return error
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new NovaSchedError('FILE_NOT_FOUND', `${name}: there is no such file`, { file: name }, { cause: error })
  }
  if (code === 'EACCES' || code === 'EPERM') return unreadable(name, 'it may not be read: permission denied', error)
  return unreadable(name, `it cannot be read: ${code}`, error)
}

function unreadable(name: string, why: string, cause?: unknown): NovaSchedError {
  return new NovaSchedError('FILE_UNREADABLE', `${name}: ${why}`, { file: name }, { cause })
}

function inMebibytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MiB` : `${bytes} bytes`
}
