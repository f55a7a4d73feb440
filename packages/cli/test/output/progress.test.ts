import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { progressOf, type Progress } from '../../src/output/progress.ts'

/** A bar over 1000 hosts, with a clock that is set by hand. */
function shown(stderrColumns = 100): { progress: Progress; at: (ms: number) => void; read: () => string } {
  const stderr = new PassThrough({ encoding: 'utf8' })
  let now = 5000
  const progress = progressOf(1000, 'requests', { stderr, stderrColumns, clock: () => now })
  return { progress, at: (ms) => (now = 5000 + ms), read: () => (stderr.read() as string | null) ?? '' }
}

describe('progress', () => {
  test('is shown after a second, with rate and time left, on one line, and goes at the end', () => {
    const { progress, at, read } = shown()
    at(999)
    progress.update(90)
    expect(read()).toBe('')
    at(2000)
    progress.update(250)
    expect(read()).toBe('\r\x1b[K[#####               ] 250 of 1000 requests, 125 a second, 6 s left')
    at(2050)
    progress.update(260)
    expect(read()).toBe('')
    progress.end()
    expect(read()).toBe('\r\x1b[K')
    progress.end()
    expect(read()).toBe('')
  })

  test.each([
    [2_000, 10, '5.0 a second, 3 min 18 s left'],
    [10_000, 3, '18.0 a minute, 55 min 24 s left'],
    [60_000, 1, '1.0 a minute, 16 h 39 min left'],
    [1_500, 1000, '667 a second, 0 s left'],
  ])('after %d ms with %d done it is %s', (ms, done, text) => {
    const { progress, at, read } = shown()
    at(ms)
    progress.update(done)
    expect(read()).toContain(` ${done} of 1000 requests, ${text}`)
  })

  test('knows no pace before something is done', () => {
    const { progress, at, read } = shown()
    at(3000)
    progress.update(0)
    expect(read()).toMatch(/\] 0 of 1000 requests$/)
  })

  test('fits a narrow terminal', () => {
    const { progress, at, read } = shown(30)
    at(3000)
    progress.update(500)
    expect(read()).toBe('\r\x1b[K[##########          ] 500 of')
  })

  test('is not shown where standard error is no terminal', () => {
    const { progress, at, read } = shown(0)
    at(3000)
    progress.update(500)
    progress.end()
    expect(read()).toBe('')
  })
})
