import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { replayFile } from '../src/files.ts'
import { main } from '../src/main.ts'
import type { Result } from '../src/result.ts'
import type { Expectation, Json, Place, Scenario } from '../src/scenario.ts'
import { checkScenario } from '../src/vectors.ts'
import { scenariosOf, VECTORS } from './lib.ts'

const SHARED = join(import.meta.dirname, '../../../../shared')

async function replay(file: string): Promise<Result[]> {
  const results: Result[] = []
  for await (const result of replayFile(file)) results.push(result)
  return results
}

const failures = (results: readonly Result[]): readonly string[] =>
  results.flatMap(({ id, ok, skipped, detail = 'differs' }) => (ok || skipped !== undefined ? [] : `${id}: ${detail}`))

const files = readdirSync(VECTORS, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl(\.gz)?$/.test(name))

describe('what the real Nova decided', () => {
  test.each(files)('%s', async (name) => {
    const results = await replay(join(VECTORS, name))
    expect(failures(results)).toEqual([])
    expect(results.length).toBeGreaterThan(0)
  })
})

describe.skipIf(!existsSync(SHARED))('what lies beside the repository', () => {
  test.each(['confs', 'vectors/kilo', 'vectors/zed', 'vectors/requests'])('%s', async (folder) => {
    const names = readdirSync(join(SHARED, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    )
    for (const name of names) expect(failures(await replay(join(SHARED, folder, name)))).toEqual([])
  })
})

describe('a wrong value is seen', () => {
  const scenarios = new Map<string, Scenario>()
  for (const name of files.filter(
    (file) => /(handmade|sequence|alternates|pci_numa)/.test(file) && file.endsWith('.gz'),
  )) {
    for (const scenario of scenariosOf(name)) scenarios.set(scenario.id, scenario)
  }

  async function corrupted(id: string, corrupt: (expect: Expectation) => Expectation): Promise<Result> {
    const scenario = scenarios.get(id) as Scenario
    const { requests, ...single } = scenario.expect
    const wrong =
      requests === undefined
        ? corrupt(single)
        : { ...single, requests: requests.map((one, index) => (index === 1 ? corrupt(one) : one)) }
    return checkScenario({ ...scenario, expect: wrong }, [import.meta.dirname])
  }

  const MULTI = 'kilo-handmade-all-equal-multi'
  const NUMA = 'zed-pci_numa-s1001-029'
  const cleared = ({ after = {} }: Expectation, part: string): Record<string, Json> =>
    Object.fromEntries(Object.entries(after).map(([host, state]) => [host, { ...state, [part]: [] }]))

  test.each<[string, string, (expect: Expectation) => Expectation]>([
    ['weigher_order', MULTI, (expect) => ({ ...expect, weigher_order: [...(expect.weigher_order ?? [])].reverse() })],
    ['per_filter', MULTI, (expect) => ({ ...expect, per_filter: { AllHostsFilter: { 'h1/n1': false } } })],
    [
      'per_filter with another error',
      'kilo-handmade-cc-malformed',
      (expect) => ({ ...expect, per_filter: { ComputeCapabilitiesFilter: { 'h1/n1': '!KeyError' } } }),
    ],
    ['filtered', MULTI, (expect) => ({ ...expect, filtered: (expect.filtered as string[]).slice(1) })],
    ['weights', MULTI, (expect) => ({ ...expect, weights: { RAMWeigher: { 'h1/n1': -1 } } })],
    [
      'weighed',
      MULTI,
      (expect) => ({
        ...expect,
        weighed: (expect.weighed as [string, number][]).map(([host, weight]) => [host, weight + 1e-15] as const),
      }),
    ],
    ['selected', MULTI, (expect) => ({ ...expect, selected: (expect.selected as never[]).toReversed() })],
    [
      'limits',
      'kilo-handmade-limits-kept',
      (expect) => ({
        ...expect,
        selected: (expect.selected as readonly { host: string; nodename: string; limits: Json }[]).map((place) => ({
          ...place,
          limits: {},
        })),
      }),
    ],
    ['an error instead of a place', MULTI, (expect) => ({ ...expect, selected: { error: 'NoValidHost' } })],
    ['another error', 'kilo-handmade-cc-malformed', (expect) => ({ ...expect, selected: { error: 'KeyError' } })],
    ['steps', MULTI, (expect) => ({ ...expect, steps: expect.steps?.slice(1) ?? [] })],
    [
      'the ranking of a step',
      MULTI,
      (expect) => ({
        ...expect,
        steps: expect.steps?.map((step) => ({ ...step, weighed: step.weighed?.toReversed() ?? [] })) ?? [],
      }),
    ],
    [
      'after',
      MULTI,
      (expect) => ({ ...expect, after: { ...expect.after, 'h1/n1': { ...expect.after?.['h1/n1'], free_ram_mb: 0 } } }),
    ],
    ['error', 'kilo-handmade-no-os-type', (expect) => ({ ...expect, error: 'ValueError' })],
    ['error_stage', 'kilo-handmade-no-os-type', (expect) => ({ ...expect, error_stage: 'config' })],
    ['a later request', 'kilo-sequence-s1001-000', (expect) => ({ ...expect, selected: { error: 'NoValidHost' } })],
    [
      'alternates',
      'zed-alternates-s1001-000',
      (expect) => ({
        ...expect,
        selected: (expect.selected as readonly Place[]).map((place) => ({ ...place, alternates: [] })),
      }),
    ],
    ['NUMA cells afterwards', NUMA, (expect) => ({ ...expect, after: cleared(expect, 'numa') })],
    ['PCI pools afterwards', NUMA, (expect) => ({ ...expect, after: cleared(expect, 'pci') })],
  ])('%s', async (_name, id, corrupt) => {
    expect((await corrupted(id, (expect) => expect)).ok, 'as recorded').toBe(true)
    const { ok, detail } = await corrupted(id, corrupt)
    expect(ok).toBe(false)
    expect(detail).toMatch(/expected .*, got /s)
  })
})

test('the order of the weighers of a sequence is compared', async () => {
  const [scenario] = scenariosOf('zed/sequence.jsonl.gz') as [Scenario]
  const wrong = { ...scenario, expect: { ...scenario.expect, weigher_order: [] } }
  expect(await checkScenario(wrong, [import.meta.dirname])).toMatchObject({ ok: false, kind: 'weigher_order' })
})

test.each([
  ['no such file', ['/no/such/file.jsonl']],
  ['a file of another kind', [join(import.meta.dirname, '../package.json')]],
  ['nothing', []],
])('%s ends with exit code 2', async (_name, paths) => {
  expect(await main(paths)).toBe(2)
})

test.each([undefined, {}])('a scenario that expects %j is a failure, not a pass', async (expected) => {
  const scenario = scenariosOf('zed/sequence.jsonl.gz')[0] as Scenario
  expect(await checkScenario({ ...scenario, expect: expected }, [])).toMatchObject({
    ok: false,
    detail: 'expect is missing, or empty',
  })
})
