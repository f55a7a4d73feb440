import { describe, expect, it } from 'vitest'
import { besideNova, type NovaQuestion } from '../nova.ts'
import { middleRow, reportOf } from '../report.ts'
import { tableOf } from '../table.ts'
import { someRow } from './some-row.ts'

describe('a report', () => {
  it('takes the best round of the floor', () => {
    expect(reportOf([someRow()], [9, 3.14159, 5], true)).toEqual({ rows: [someRow()], floor_ns: 3.14, valid: true })
  })

  it('is void when the floor is slow, or a row went wrong', () => {
    expect(reportOf([], [4, 9], true).valid).toBe(true)
    expect(reportOf([], [4.02, 9], true).valid).toBe(false)
    expect(reportOf([], [3], false).valid).toBe(false)
  })

  it('has the middle of what several processes came to', () => {
    const [one, two, three] = [
      someRow({ median_us: 9, times_floor: 1, rounds_times_floor: [[1]] }),
      someRow({ median_us: 7, times_floor: 3, rounds_times_floor: [[2, 3]] }),
      someRow({ median_us: 8, times_floor: 2, rounds_times_floor: [[4]] }),
    ]
    expect(middleRow([one, two, three])).toEqual(
      someRow({ median_us: 8, times_floor: 2, rounds_times_floor: [[1], [2, 3], [4]] }),
    )
    expect(middleRow([one])).toEqual(one)
  })

  it('is a table for people', () => {
    const rows = [someRow({ median_us: 1234.5, times_floor: 0.01234 }), someRow({ times_nova: 31_000 })]
    expect(tableOf({ rows })).toBe(
      [
        '| workload         |  hosts | profile | mode   | median µs | p99 µs | placements/s | × floor | × Nova |  MB |\n',
        '| ---------------- | -----: | ------- | ------ | --------: | -----: | -----------: | ------: | -----: | --: |\n',
        '| repeating-spread | 10,000 | zed     | choice |     1,235 |     50 |       80,000 |  0.0123 |        | 150 |\n',
        '| repeating-spread | 10,000 | zed     | choice |      12.5 |     50 |       80,000 |      20 | 31,000 | 150 |\n',
      ].join(''),
    )
  })
})

describe('a row beside the real Nova', () => {
  const row = someRow({ hosts: 3, mode: 'end_to_end', median_us: 100 })
  const firstNodes = ['a', 'b']
  const asked: NovaQuestion[] = []
  const nova = (nodes: readonly string[]) => ({
    whyNot: () => null,
    time: async (question: NovaQuestion) => {
      asked.push(question)
      return { milliseconds: [3, 1, 2], nodes }
    },
  })

  it('tells how many times as fast it is', async () => {
    expect(await besideNova({ row, firstNodes }, nova(['b', 'a', 'b']), true)).toEqual({ ...row, times_nova: 20 })
    const [{ conf, inventory, requests, rounds } = asked[0] as NovaQuestion] = asked
    expect(conf).toContain('host = bench\n')
    expect(inventory.hosts).toHaveLength(3)
    expect(requests).toHaveLength(2)
    expect(rounds).toBeGreaterThan(1)
  })

  it('is refused where Nova chooses another node', async () => {
    const message = 'repeating-spread, 3 hosts: Nova chooses c, we choose b'
    await expect(besideNova({ row, firstNodes }, nova(['c']), true)).rejects.toThrow(message)
  })
})
