import { describe, expect, test } from 'vitest'
import { parseConf } from '../src/conf/index.ts'
import { createInspector, type Inspector } from '../src/inspect.ts'
import type { Host } from '../src/plugin/host.ts'
import type { BuiltRelease } from '../src/releases.ts'
import { aRequest } from '../src/testing/builders.ts'
import { IN_TREE, node } from './scheduling.ts'

const HOSTS = [
  node('a', { free_ram_mb: -512 }),
  node('b', { free_ram_mb: null }),
  node('c', { service: { up: false } }),
]

function inspectorOf(release: BuiltRelease): Promise<Inspector> {
  const conf = parseConf('', { release })
  return createInspector({ conf, inventory: { hosts: HOSTS, aggregates: [] }, resolveFrom: [IN_TREE] })
}

const hostAt = ({ hosts }: Inspector, slot: number): Host => hosts[slot] as Host

const weightOf = (inspector: Inspector, slot: number): number | null =>
  inspector.rawWeight('RAMWeigher', hostAt(inspector, slot), aRequest())

describe('a raw weight', () => {
  test('is clamped in Zed, and breaks when it is missing', async () => {
    const inspector = await inspectorOf('zed')
    expect(weightOf(inspector, 0)).toBe(0)
    expect(() => weightOf(inspector, 1)).toThrow(expect.objectContaining({ code: 'TYPE_MISMATCH' }))
  })

  test('is as it is in Kilo', async () => {
    const inspector = await inspectorOf('kilo')
    expect([0, 1].map((slot) => weightOf(inspector, slot))).toEqual([-512, null])
  })
})

test('a filter is asked alone, and a rebuild passes it in Zed', async () => {
  const inspector = await inspectorOf('zed')
  expect(inspector.filters[0]).toBe('ComputeFilter')
  const down = hostAt(inspector, 2)
  expect((await inspector.askFilter('ComputeFilter', down, aRequest())).verdict).toMatchObject({
    reason: 'service_down',
  })
  const rebuild = aRequest({ hints: { _nova_check_type: 'rebuild' } })
  expect((await inspector.askFilter('ComputeFilter', down, rebuild)).verdict).toBe(true)
})

test('a name that is not enabled is told', async () => {
  const inspector = await inspectorOf('zed')
  await expect(inspector.askFilter('RamFilter', hostAt(inspector, 0), aRequest())).rejects.toThrow(
    'RamFilter is not enabled',
  )
})
