import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate, readColumns } from '../../src/inventory/formats/column-formula.ts'
import { examine } from './files.ts'

const NODES = 'sn,cpu_milli,memory_mib,gpu,model\nn1,32000,262144,0,\nn2,96000,786432,2,"P100, two"\n'

function evaluated(formula: string, cell: string): number | string | undefined {
  const read = readColumns(`vcpus=${formula}`, ['a', 'a-b', 'a b']).get('vcpus')
  return read && evaluate(read, cell)
}

describe('CSV', () => {
  it('reads the columns that are told', async () => {
    const told = await examine(
      { 'n.csv': NODES },
      { columns: 'host=sn, vcpus=cpu_milli/1000,memory_mb=memory_mib, local_gb=500' },
    )
    expect(told.inventory?.hosts).toEqual([
      { host: 'n1', vcpus: 32, memory_mb: 262144, local_gb: 500 },
      { host: 'n2', vcpus: 96, memory_mb: 786432, local_gb: 500 },
    ])
    expect(told.warnings).toEqual([])
  })

  it('reads columns of our names as they are, and empty cells as absent', async () => {
    const text = 'host;vcpus;cpu_allocation_ratio;host_ip\na;8;1.5;\nb;;2; 192.0.2.1 \n'
    expect((await examine({ x: text })).inventory?.hosts).toEqual([
      { host: 'a', vcpus: 8, cpu_allocation_ratio: 1.5 },
      { host: 'b', cpu_allocation_ratio: 2, host_ip: '192.0.2.1' },
    ])
    expect((await examine({ 'x.tsv': 'host\tvcpus\na\t8\n' })).inventory?.hosts).toEqual([{ host: 'a', vcpus: 8 }])
  })

  it('tells all cells that are wrong, with their line', async () => {
    const text = 'host,vcpus,memory_mb,local_gb\na,eight,1,1\nb,1.5,-1,1\na,1,1,9007199254740993\n'
    expect((await examine({ 'n.csv': text })).errors).toEqual([
      'n.csv:2: vcpus must be a number, is "eight" (vcpus)',
      'n.csv:3: vcpus: must be a whole number, is 1.5',
      'n.csv:3: memory_mb: must be 0 or more, is -1',
      'n.csv:4: local_gb: 9007199254740992 is beyond 2^53: it cannot be kept exactly',
      'n.csv:4: host a is there twice: also in n.csv, line 2',
    ])
  })

  it.each([
    [NODES, undefined, /no column is the host; say which column is what: --columns host=sn/],
    [NODES, 'vcpus=cpu_milli', /no column is the host/],
    [NODES, 'host=name', /no column of the name "name"; it has sn, cpu_milli/],
    [NODES, 'host=sn,foo=gpu', /a host has no field foo/],
    [NODES, 'host', /"host" is not FIELD=COLUMN/],
    [NODES, 'host=sn,host=gpu', /host is given twice/],
    [NODES, 'host=sn,vcpus=cpu_milli/0', /divides by zero/],
    [NODES, 'host=sn,vcpus=cpu_milli/x', /no formula/],
    ['host,vcpus\na\n', undefined, /:2: the row has 1 cells, and the head 2/],
    ['host,host\na,b\n', undefined, /"host" stands in the head twice/],
    ['host,vCPUs\na,1\n', undefined, /"vCPUs" is not known, did you mean vcpus\?/],
    ['host,vcpus\n"a,1\n', undefined, /:2: Quote Not Closed/],
  ])('refuses %#', async (text, columns, message) => {
    const told = await examine({ 'n.csv': text }, { columns })
    expect(told.errors).toEqual(expect.arrayContaining([expect.stringMatching(message)]))
  })
})

describe('formulas of columns', () => {
  it.each([
    ['a', '7', '7'],
    ['a*2', '7', 14],
    ['a / 1000', '32000', 32],
    ['a*2+3', '7', 17],
    ['a+2*3', '7', 13],
    ['a-1-1', '7', 5],
    ['a-b', '7', '7'],
    ['a-b-1', '7', 6],
    ['a b*2', '7', 14],
    ['12', '', 12],
    ['2*3', '', 6],
    ['a*2', 'x', Number.NaN],
    ['a*2', ' +1.5e1 ', 30],
    ['a*2', `${'1'.repeat(200_000)}x`, Number.NaN],
  ])('%s of %j is %s', (formula, cell, value) => expect(evaluated(formula, cell)).toEqual(value))

  it('never runs what it reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a1 2.+-*/()=,b') }), (formula) => {
        let value: unknown
        try {
          value = evaluated(formula, '2')
        } catch (error) {
          value = error
          expect(error).toMatchObject({ code: 'USAGE' })
        }
        expect(['number', 'string', 'object', 'undefined']).toContain(typeof value)
      }),
    )
  })
})
