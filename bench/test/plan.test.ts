import { describe, expect, it } from 'vitest'
import { planned } from '../plan.ts'
import { decisionsOf } from '../time-row.ts'
import { WORKLOADS } from '../workloads.ts'

const everything = { isQuick: false, workloads: WORKLOADS, hosts: [100, 1000, 100_000], openb: 'folder' }

describe('a plan', () => {
  it('has a row for each workload, size and mode', () => {
    const spread = planned(everything).filter(({ workload }) => workload === 'repeating-spread')
    expect(spread.map(({ hosts, mode }) => `${hosts} ${mode}`)).toEqual(
      [100, 1000, 100_000].flatMap((hosts) => [`${hosts} choice`, `${hosts} end_to_end`]),
    )
  })

  it('has the hard rows for large clouds alone, and for nothing but choices', () => {
    const hard = planned(everything).filter(({ workload }) => workload.startsWith('hard-'))
    expect(new Set(hard.map(({ hosts }) => hosts))).toEqual(new Set([1000, 100_000]))
    expect(new Set(hard.map(({ mode }) => mode))).toEqual(new Set(['choice']))
  })

  it('places each pod of openb once, on its own nodes', () => {
    const rows = planned(everything).filter(({ workload }) => workload === 'openb-pods')
    expect(rows.map(({ hosts, openb }) => [hosts, openb])).toEqual([[1523, 'folder']])
    expect(rows.map(({ counts }) => decisionsOf(counts))).toEqual([8152])
    expect(planned({ ...everything, openb: null }).some(({ workload }) => workload === 'openb-pods')).toBe(false)
  })

  it.each([true, false])('has enough decisions for a hundredth of them (quick: %s)', (isQuick) => {
    for (const { counts } of planned({ ...everything, isQuick })) expect(counts.round * 5).toBeGreaterThanOrEqual(200)
  })
})
