import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { main, replayFile } from '../src/main.ts'
import type { Result } from '../src/result.ts'
import type { Expectation, Json, Scenario } from '../src/scenario.ts'
import { checkScenario } from '../src/vectors.ts'

const VECTORS = join(import.meta.dirname, '../../../vectors')
const SHARED = join(import.meta.dirname, '../../../../shared')

async function replay(file: string): Promise<Result[]> {
  const results: Result[] = []
  for await (const result of replayFile(file)) results.push(result)
  return results
}

const failures = (results: readonly Result[]): readonly Result[] =>
  results.filter(({ ok, skipped }) => !ok && skipped === undefined)

const files = readdirSync(VECTORS, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl(\.gz)?$/.test(name))

describe('what the real Nova decided', () => {
  test.each(files)('%s', async (name) => {
    const results = await replay(join(VECTORS, name))
    expect(failures(results)).toEqual([])
    expect(results.length).toBeGreaterThan(0)
  })

  test('only scenarios that need NUMA or PCI are left out', async () => {
    for (const name of files.filter((file) => file.startsWith('kilo'))) {
      const scenarios = scenariosOf(name)
      for (const [index, { id, skipped }] of (await replay(join(VECTORS, name))).entries()) {
        expect(skipped !== undefined, id).toBe(needsLaterRules(scenarios[index] as Scenario))
      }
    }
  })
})

function scenariosOf(name: string): Scenario[] {
  const lines = gunzipSync(readFileSync(join(VECTORS, name)))
    .toString('utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Scenario)
}

function needsLaterRules({ request, requests }: Scenario): boolean {
  return (requests ?? [request]).some((one) => {
    const { numa_topology: numa, pci_requests: pci } = one?.request_spec.instance_properties ?? {}
    const asked = [numa, pci, one?.filter_properties.pci_requests] as (
      { cells?: unknown[]; requests?: unknown[] } | null | undefined
    )[]
    return asked.some((part) => (part?.cells ?? part?.requests ?? []).length > 0)
  })
}

describe.skipIf(!existsSync(SHARED))('what lies beside the repository', () => {
  test.each(['confs', 'vectors/kilo', 'vectors/requests/kilo'])('%s', async (folder) => {
    const names = readdirSync(join(SHARED, folder)).filter((name) => name.endsWith('.jsonl'))
    for (const name of names) expect(failures(await replay(join(SHARED, folder, name)))).toEqual([])
  })
})

describe('a wrong value is seen', () => {
  const scenarios = new Map<string, Scenario>()
  for (const name of files.filter((file) => /^kilo.*(handmade|sequence)/.test(file))) {
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
  ])('%s', async (_name, id, corrupt) => {
    expect((await corrupted(id, (expect) => expect)).ok, 'as recorded').toBe(true)
    const { ok, detail } = await corrupted(id, corrupt)
    expect(ok).toBe(false)
    expect(detail).toMatch(/expected .*, got /s)
  })
})

test.each([
  ['no such file', ['/no/such/file.jsonl']],
  ['a file of another kind', [join(import.meta.dirname, '../package.json')]],
  ['nothing', []],
])('%s ends with exit code 2', async (_name, paths) => {
  expect(await main(paths)).toBe(2)
})
