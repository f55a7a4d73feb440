import { expect, test } from 'vitest'
import type { InventoryHost } from '../../src/inventory/inventory.ts'
import { node, schedulerOver, zedRequest } from '../scheduling.ts'

const CONF = `[filter_scheduler]
enabled_filters = ComputeFilter,ServerGroupAntiAffinityFilter
weight_classes = nova.scheduler.weights.cpu.CPUWeigher
`

const HOSTS: readonly InventoryHost[] = [
  // The best, and its claims break.
  node('h1', { vcpus: 64, free_ram_mb: null }),
  node('h2'),
  node('h3', { service: { up: false } }),
]

test('a request that is decided once more, the plain way, is told of once', async () => {
  const group = { policy: 'anti-affinity', uuid: 'g', members: ['uuid-1', 'uuid-2', 'uuid-3'], hosts: [] }
  const request = zedRequest(3, { properties: { instance_group: group } })
  const [remembered, asked] = await Promise.all(
    [true, false].map(async (remembersAnswers) => {
      const scheduler = await schedulerOver(HOSTS, CONF, { release: 'zed', remembersAnswers, clock: () => 0 })
      return scheduler.select(request)
    }),
  )
  expect(remembered).toEqual(asked)
  expect(remembered?.error).toMatchObject({ code: 'NO_VALID_HOST' })
})
