import { describe, expect, test } from 'vitest'
import { filterAtWork, type FilterAtWork } from '../../src/filter/filter-at-work.ts'
import { runFilters, type FilterRound } from '../../src/filter/run.ts'
import { defineFilter, type FilterDefinition } from '../../src/plugin/filter.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { aHost, aRequest } from '../../src/testing/builders.ts'
import { testEnv } from '../../src/testing/env.ts'
import type { FunnelStep } from '../../src/trace/trace.ts'
import { dataMap } from '../../src/util/freeze.ts'

const HOSTS = [aHost({ host: 'a' }), aHost({ host: 'b' })]
const REBUILD = dataMap([['_nova_check_type', 'rebuild']])

/** A filter that lets through the hosts of these names. */
const only = (name: string, hosts: readonly string[], more: Partial<FilterDefinition> = {}): FilterAtWork => {
  const filter = defineFilter({
    name,
    ...more,
    create:
      () =>
      () =>
      ({ host }) =>
        hosts.includes(host),
  })
  return filterAtWork(filter, testEnv({}, {}))
}

interface Run {
  readonly left: readonly (string | undefined)[]
  readonly funnel: readonly FunnelStep[]
}

async function run(
  filters: readonly FilterAtWork[],
  hints: FilterRound['request']['hints'],
  release: BuiltRelease = 'zed',
  more: Partial<FilterRound> = {},
): Promise<Run> {
  const funnel: FunnelStep[] = []
  const left = await runFilters(filters, [...HOSTS.keys()], {
    request: aRequest({ hints }),
    hosts: HOSTS,
    instance: 0,
    rules: RULES[release],
    signal: new AbortController().signal,
    onReject: () => {},
    onStep: (step) => void funnel.push(step),
    ...more,
  })
  return { left: left.map((slot) => HOSTS[slot]?.host), funnel }
}

describe('a rebuild', () => {
  const size = only('Size', [])
  const image = only('Image', ['b'], { onRebuild: true })

  test('asks only the filters that it concerns; the others let every host through', async () => {
    expect(await run([size, image], REBUILD)).toEqual({
      left: ['b'],
      funnel: [
        { filter: 'Size', before: 2, after: 2 },
        { filter: 'Image', before: 2, after: 1 },
      ],
    })
  })

  test('does not even prepare the others', async () => {
    const broken = defineFilter({
      name: 'Broken',
      create: () => () => {
        throw new Error('prepared')
      },
    })
    const filters = [filterAtWork(broken, testEnv({}, {}))]
    expect((await run(filters, REBUILD)).left).toEqual(['a', 'b'])
    await expect(run(filters, dataMap([]))).rejects.toMatchObject({ details: { cause: { message: 'prepared' } } })
  })

  test.each<[string, unknown]>([
    ['another check', 'evacuate'],
    ['several checks', ['rebuild', 'rebuild']],
    ['other letter case', 'Rebuild'],
  ])('is not %s: all filters are asked', async (_name, check) => {
    expect((await run([size, image], dataMap([['_nova_check_type', check]]))).left).toEqual([])
  })

  test('is not known to Kilo', async () => {
    expect((await run([size, image], REBUILD, 'kilo')).left).toEqual([])
  })
})

describe('hints that are null', () => {
  test('break the first filter that asks whether this is a rebuild', async () => {
    await expect(
      run([only('Image', ['a', 'b'], { onRebuild: true }), only('Size', ['a'])], null),
    ).rejects.toMatchObject({
      code: 'PLUGIN_FAULT',
      details: { plugin: 'Size', host: 'a', cause: { code: 'ATTRIBUTE_MISSING' } },
    })
  })

  test('break it for each host, where the run goes on', async () => {
    const broken: string[] = []
    const { left } = await run([only('Size', ['a'])], null, 'zed', {
      onFault: (_fault, { host }) => void broken.push(host),
    })
    expect({ left, broken }).toEqual({ left: [], broken: ['a', 'b'] })
  })

  test('pass where no filter asks, and in Kilo', async () => {
    expect((await run([only('Image', ['a'], { onRebuild: true })], null)).left).toEqual(['a'])
    expect((await run([only('Size', ['a'])], null, 'kilo')).left).toEqual(['a'])
  })
})
