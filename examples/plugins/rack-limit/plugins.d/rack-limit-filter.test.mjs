import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { test } from 'node:test'
import { RackLimitFilter } from './rack-limit-filter.mjs'

/** @type {(rack: string, host: string, numInstances: number) => ReturnType<typeof aHostInAggregate>} */
const inRack = (rack, host, numInstances) => aHostInAggregate({ rack }, { host, numInstances })

const cases = filterCases(RackLimitFilter, {
  conf: { max_instances_per_rack: 5 },
  passes: [
    {
      name: 'a host whose rack has a place left',
      host: inRack('r1', 'a', 2),
      others: [inRack('r1', 'b', 2), inRack('r2', 'c', 9)],
    },
    { name: 'a host that is in no rack', host: { numInstances: 9 } },
  ],
  rejects: [
    {
      name: 'a host whose rack is full, though it is empty itself',
      host: inRack('r1', 'a', 0),
      others: [inRack('r1', 'b', 5)],
      reason: 'rack_full',
      details: { needed: 1, available: 0, unit: 'places' },
      message: 'rack r1 holds 5 instances, at most 5 are allowed',
      changes: [{ kind: 'option', option: 'max_instances_per_rack', value: 6 }],
    },
  ],
})
for (const { name, run } of cases) test(name, run)
