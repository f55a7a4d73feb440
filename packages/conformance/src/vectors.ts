import {
  createInspector,
  createScheduler,
  isBuilt,
  isNovaSchedError,
  NovaSchedError,
  parseConf,
  seededRng,
  type Decision,
  type Inventory,
  type Release,
  type Scheduler,
} from '@nova-sched/core'
import { compareDecision, compareFirstRound, placeName } from './compare-decision.ts'
import { describe, Differences } from './compare.ts'
import { comparePlugins } from './compare-plugins.ts'
import { sameKind } from './python-errors.ts'
import type { Result } from './result.ts'
import type { Scenario, ScenarioRequest } from './scenario.ts'
import { World } from './world.ts'

const NOT_BUILT: ReadonlySet<string> = new Set(['REQUEST_NEEDS_NUMA', 'REQUEST_NEEDS_PCI', 'RELEASE_NOT_BUILT'])

/** Replays one scenario of the form `nova-vectors/1` and compares everything that it expects. */
export async function checkScenario(line: unknown, resolveFrom: readonly string[]): Promise<Result> {
  const scenario = line as Scenario
  const { id } = scenario
  const differences = new Differences()
  try {
    await replay(scenario, resolveFrom, differences)
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    if (NOT_BUILT.has(error.code)) return { id, ok: false, skipped: error.code }
    compareEarly(scenario, error.code, 'config', differences)
  }
  const { found } = differences
  return found.length === 0 ? { id, ok: true } : { id, ok: false, detail: describe(found) }
}

async function replay(scenario: Scenario, resolveFrom: readonly string[], differences: Differences): Promise<void> {
  const release = scenario.release as Release
  if (!isBuilt(release)) throw new NovaSchedError('RELEASE_NOT_BUILT', release)
  const world = new World()
  try {
    const options = {
      conf: parseConf(world.placed(scenario.conf), { release, strict: true }),
      inventory: scenario.inventory as unknown as Inventory,
      resolveFrom,
      clock: world.clock,
      rng: seededRng(scenario.seed ?? 0),
    }
    const scheduler = await createScheduler(options)
    const requests = scenario.requests ?? [scenario.request as ScenarioRequest]
    for (const [index, request] of requests.entries()) {
      world.before(request)
      for (const change of request.changes ?? []) scheduler.update(change)
      const expected = scenario.expect.requests?.[index] ?? scenario.expect
      const decision = await decide(scheduler, request)
      if (expected.error === undefined) compareDecision(index, decision, scheduler, expected, differences)
      else compareEarly(scenario, ...earlyError(decision), differences)
    }
    if (scenario.request === undefined || scenario.expect.error !== undefined) return
    await comparePlugins(await createInspector(options), scenario.request, scenario.expect, differences)
    const first = await decide(await createScheduler(options), forOneInstance(scenario.request))
    compareFirstRound(first, scenario.expect, differences)
  } finally {
    world.close()
  }
}

function decide(scheduler: Scheduler, { request_spec, filter_properties }: ScenarioRequest): Promise<Decision> {
  return scheduler.select({ request_spec, filter_properties }, { hosts: true, top: Number.MAX_SAFE_INTEGER })
}

function forOneInstance({ request_spec, filter_properties }: ScenarioRequest): ScenarioRequest {
  return { request_spec: { ...request_spec, num_instances: 1 }, filter_properties }
}

/** The code and the stage of an error that came before any filter was asked. */
function earlyError({ error }: Decision): [code: string | null, stage: string] {
  if (error === null) return [null, 'none']
  if (error.plugin === undefined) return [error.code, 'request']
  return [
    error.cause?.code ?? null,
    error.plugin === 'HostManager' ? 'inventory' : `${error.plugin} on ${placeName(error)}`,
  ]
}

function compareEarly({ expect }: Scenario, code: string | null, stage: string, differences: Differences): void {
  differences.equal('error_stage', stage, expect.error_stage)
  if (expect.error === undefined || !sameKind(expect.error, code))
    differences.found.push({ stage: 'error', expected: expect.error, actual: code })
}
