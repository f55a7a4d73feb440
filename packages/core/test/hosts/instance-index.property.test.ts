import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HostTable } from '../../src/hosts/host-table.ts'
import { InstanceIndex } from '../../src/hosts/instance-index.ts'
import { aHost } from '../../src/testing/index.ts'

const UUIDS = ['a', 'b', 'c', 'd']

/** Two nodes of one host, and three others. */
const PLACES = ['h0/n0', 'h0/n1', 'h1/n', 'h2/n', 'h3/n'].map((name) => name.split('/') as [string, string])

const someChange = fc.record({ place: fc.nat(PLACES.length - 1), uuids: fc.subarray(UUIDS), asks: fc.boolean() })

function hostAt(place: number, uuids: readonly string[]) {
  const [host, nodename] = PLACES[place] as [string, string]
  const instances = Object.fromEntries(uuids.map((uuid) => [uuid, { uuid, projectId: null, instanceTypeId: null }]))
  return aHost({ host, nodename, instances })
}

test('the index knows the hosts of each instance, whenever it is asked', () => {
  fc.assert(
    fc.property(fc.array(someChange, { maxLength: 30 }), (changes) => {
      const table = new HostTable(PLACES.map((_, place) => hostAt(place, [])))
      const index = new InstanceIndex(table)
      for (const { place, uuids, asks } of [...changes, { place: 0, uuids: ['a'], asks: true }]) {
        table.set(place, hostAt(place, uuids))
        if (!asks) continue
        for (const uuid of UUIDS) {
          const holders = table.hosts.filter(({ instances }) => uuid in instances)
          expect(index.hostsOf(uuid)).toEqual([...new Set(holders.map(({ host }) => host))])
          expect([...index.placesOf(uuid)].sort()).toEqual(holders.map((host) => table.hosts.indexOf(host)))
        }
      }
    }),
  )
})
