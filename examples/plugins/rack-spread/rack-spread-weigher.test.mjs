import { aHostInAggregate, weigherCases } from '@nova-sched/core/testing'
import { test } from 'node:test'
import { RackSpreadWeigher } from './rack-spread-weigher.mjs'

/** @type {(rack: string, host: string, numInstances: number) => ReturnType<typeof aHostInAggregate>} */
const inRack = (rack, host, numInstances) => aHostInAggregate({ rack }, { host, numInstances })

const hosts = [inRack('r1', 'a', 6), inRack('r1', 'b', 0), inRack('r2', 'c', 2), { host: 'd', numInstances: 0 }]

const cases = weigherCases(RackSpreadWeigher, [
  { name: 'weighs a host by the average of its rack', hosts, raw: [-3, -3, -2, 0], weights: [0, 0, 1 / 3, 1] },
  {
    name: 'fills racks when its multiplier is negative',
    conf: { rack_spread_weight_multiplier: -3 },
    hosts,
    weights: [0, 0, -1, -3],
  },
])
for (const { name, run } of cases) test(name, run)
