import { test } from 'node:test'
import { weigherCases } from '@nova-sched/core/testing'
import { ExampleWeigher } from '../src/example-weigher.js'

/** A host that runs one instance for each of these projects. */
const hostOf = (...projects) => ({
  instances: Object.fromEntries(
    projects.map((projectId, index) => [`i${index}`, { uuid: `i${index}`, projectId, instanceTypeId: 1 }]),
  ),
})

// Hosts that differ from a free one in what is said, and what must come of weighing them, in their order.
const cases = weigherCases(ExampleWeigher, [
  {
    name: 'prefers the host with the fewest instances of the project',
    hosts: [hostOf('shop', 'shop'), hostOf('shop', 'blog', 'blog'), hostOf('blog')],
    request: { projectId: 'shop' },
    raw: [2, 1, 0],
    weights: [-1, -0.5, 0],
  },
  {
    name: 'draws the instances of a project together, where the multiplier is above 0',
    conf: { example_weigher_multiplier: 2 },
    hosts: [hostOf('shop'), hostOf()],
    request: { projectId: 'shop' },
    weights: [2, 0],
  },
])

for (const { name, run } of cases) test(name, run)
