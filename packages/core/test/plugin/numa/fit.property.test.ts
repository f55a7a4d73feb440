import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNovaSchedError } from '../../../src/errors.ts'
import { describeNumaShortage } from '../../../src/plugin/numa/describe.ts'
import { fitCell } from '../../../src/plugin/numa/fit-cell.ts'
import { fitNuma } from '../../../src/plugin/numa/fit.ts'
import type { NumaQuestion } from '../../../src/plugin/numa/question.ts'
import { guestCell, placedCell } from '../../../src/plugin/numa/guest-cell.ts'
import { rememberedById, type TryFit } from '../../../src/plugin/numa/memory.ts'
import { numaShortage } from '../../../src/plugin/numa/shortage.ts'
import { numaUsage } from '../../../src/plugin/numa/usage.ts'
import { APART, hostOf, instanceOf, ONE_LIST, question } from './cells.ts'

const pages = fc.subarray([
  { size_kb: 4, total: 262144 },
  { size_kb: 2048, total: 512 },
])
const hostCell = fc.record({
  memory: fc.constantFrom(1024, 4096),
  mempages: pages,
  cpu_usage: fc.nat(4),
  memory_usage: fc.nat(2048),
})
const pinned = fc.subarray([0, 1, 2, 3])
const hosts = fc
  .array(fc.tuple(hostCell, pinned), { minLength: 1, maxLength: 4 })
  .map((cells) =>
    hostOf(...cells.map(([cell, cpus], at) => ({ ...cell, pinned_cpus: cpus.map((cpu) => cpu + 4 * at) }))),
  )

const size = fc.record({
  cpus: fc.integer({ min: 1, max: 3 }),
  memory: fc.constantFrom(256, 512, 2048),
  pagesize: fc.constantFrom(undefined, undefined, -1, -3, 2048),
})
const instances = fc
  .tuple(fc.array(size, { minLength: 1, maxLength: 4 }), fc.boolean(), fc.constantFrom(undefined, 'isolate', 'require'))
  .map(([sizes, owns, cpu_thread_policy]) => {
    const policies = owns ? { cpu_policy: 'dedicated', ...(cpu_thread_policy && { cpu_thread_policy }) } : {}
    const cells = sizes.map(({ cpus, pagesize, memory }) => {
      const list = Array.from({ length: cpus }, (_, cpu) => cpu)
      return { ...policies, [owns ? 'pcpuset' : 'cpuset']: list, memory, ...(pagesize !== undefined && { pagesize }) }
    })
    return instanceOf(...cells)
  })

const questions = fc
  .tuple(hosts, instances, fc.constantFrom(ONE_LIST, APART), fc.nat(15), fc.boolean())
  .map(([host, instance, rules, near, isLimited]) => {
    const limits = isLimited ? { cpuAllocationRatio: 1, ramAllocationRatio: 1 } : null
    const pciNear = near > 7 ? null : (cells: readonly number[]) => cells.some((cell) => (near >> cell) % 2 === 1)
    return question(host, instance, { rules, limits, pciNear })
  })

/** Every arrangement of the numbers below `of`, in the order of Python's `permutations`. */
function* arrangements(count: number, of: number, taken: readonly number[] = []): Generator<readonly number[]> {
  if (taken.length === count) yield taken
  for (let next = 0; taken.length < count && next < of; next++) {
    if (!taken.includes(next)) yield* arrangements(count, of, [...taken, next])
  }
}

/** As Nova searches: every arrangement, nothing skipped, nothing remembered but what Nova remembers. */
function searchedInFull({ host, instance, limits, rules, pciNear }: NumaQuestion): unknown {
  const fits: TryFit = (cell, guest) => fitCell(cell, guest, { limits, rules, reserved: 0 }) === null
  const tryFit = rules.fitsAreRememberedById ? rememberedById(fits) : fits
  const guests = instance.cells.map(guestCell)
  for (const places of arrangements(guests.length, host.cells.length)) {
    const all = guests.every((guest, at) =>
      host.cells
        .slice(places[at])
        .slice(0, 1)
        .every((cell) => tryFit(cell, guest, at)),
    )
    if (all && (pciNear?.(guests.map(({ id }) => id)) ?? true)) return guests.map(placedCell)
  }
  return null
}

const outcome = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    return error.code
  }
}

test('what is skipped and remembered for speed changes no answer', () => {
  fc.assert(
    fc.property(questions, (asked) => {
      const inOrder = { ...asked, rules: { ...asked.rules, cellsAreSorted: false } }
      expect(outcome(() => fitNuma(inOrder)?.cells ?? null)).toEqual(outcome(() => searchedInFull(inOrder)))
    }),
    { numRuns: 2000 },
  )
})

test('what does not fit is explained, what fits is not', () => {
  fc.assert(
    fc.property(questions, (asked) => {
      const answer = outcome(() => fitNuma(asked))
      const shortage = outcome(() => numaShortage(asked)) as ReturnType<typeof numaShortage>
      if (typeof answer === 'string') expect(shortage).toBe(answer)
      else expect(shortage === null).toBe(answer !== null)
      if (shortage === null || typeof shortage === 'string') return
      expect(describeNumaShortage(shortage)).toMatch(/\w/)
      expect(describeNumaShortage(shortage)).not.toMatch(/undefined|NaN|\[object/)
      expect(JSON.parse(JSON.stringify(shortage))).toEqual(shortage)
    }),
    { numRuns: 1000 },
  )
})

test('a claim adds the memory of the instance to the cells, or breaks where Nova takes one cell for another', () => {
  const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
  fc.assert(
    fc.property(questions, ({ rules, ...asked }) => {
      const placed = outcome(() => fitNuma({ ...asked, rules }))
      if (placed === null || typeof placed === 'string') return
      const used = outcome(() => numaUsage(asked.host, placed as typeof asked.instance, rules))
      if (typeof used === 'string') {
        expect(rules.fitsAreRememberedById).toBe(true)
        return
      }
      const { cells } = used as typeof asked.host
      const taken =
        total(cells.map(({ memoryUsage }) => memoryUsage)) - total(asked.host.cells.map((cell) => cell.memoryUsage))
      expect(taken).toBe(total(asked.instance.cells.map(({ memory }) => memory)))
    }),
    { numRuns: 500 },
  )
})
