import {
  createInspector,
  createScheduler,
  isNovaSchedError,
  parseConf,
  seededRng,
  type BuiltRelease,
  type Decision,
  type Finding,
  type Inventory,
  type NovaSchedError,
  type Scheduler,
} from '@nova-sched/core'
import { compareDecision, compareFirstRound, placeName } from './compare-decision.ts'
import { compareRemembered } from './compare-remembered.ts'
import { comparePlugins } from './compare-plugins.ts'
import { drawPicture, markOf } from './picture.ts'
import { novaErrorOf, sameKind } from './python-errors.ts'
import type { Result } from './result.ts'
import { errorOf, type Expectation, type Scenario, type ScenarioRequest } from './scenario.ts'
import { FlowDifferences, kindOf, STAGES, type Stage } from './stages.ts'
import { World } from './world.ts'

/** What is compared of `expect`. Something else in it is a difference: it would go unseen. */
const COMPARED: ReadonlySet<string> = new Set([...STAGES, 'requests', 'error', 'error_stage'])

/** What the whole decision gives, as against its first round. */
const DECIDED: ReadonlySet<string> = new Set(['selected', 'steps', 'after'])

/** Replays one scenario of the form `nova-vectors/1` and compares everything that it expects. */
export async function checkScenario(line: unknown, resolveFrom: readonly string[]): Promise<Result> {
  const scenario = line as Scenario
  const { id } = scenario
  const expect = scenario.expect as Scenario['expect'] | undefined
  if (expect === undefined || Object.keys(expect).length === 0) {
    return { id, ok: false, kind: 'nothing to compare', detail: 'expect is missing, or empty' }
  }
  const differences = new FlowDifferences()
  for (const { ...one } of [expect, ...(expect.requests ?? [])])
    for (const part of Object.keys(one))
      if (!COMPARED.has(part))
        differences.add({ stage: 'after', part, expected: part, actual: 'nothing compares this' })
  try {
    await replay(scenario, resolveFrom, differences)
  } catch (error) {
    if (!isNovaSchedError(error)) return { id, ok: false, kind: 'a bug of ours', detail: stackOf(error) }
    if (error.code === 'RELEASE_NOT_BUILT') return { id, ok: false, skipped: error.code }
    // A plugin that is asked while hosts are read: the host manager.
    const stage = error.code === 'PLUGIN_FAULT' ? 'inventory' : 'config'
    compareEarly(expect, { code: error.code, stage, why: error.message }, differences)
  }
  const found = differences.inOrder()
  if (found[0] === undefined) return { id, ok: true }
  return { id, ok: false, kind: kindOf(found[0]), mark: markOf(found[0]), detail: drawPicture(found, scenario) }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

async function replay(scenario: Scenario, resolveFrom: readonly string[], differences: FlowDifferences): Promise<void> {
  const world = new World()
  try {
    const conf = world.placed(scenario.conf)
    await replayIn(world, conf, { scenario, resolveFrom, differences })
  } catch (error) {
    const refused =
      isNovaSchedError(error) &&
      sameKind(errorOf(scenario.expect.selected) ?? '', error.code, error.details['novaError'])
    if (!refused || error.code !== 'CONF_INVALID') throw error
    // Nova refuses a value when it reads it, we when we load it. What it said before that is compared without it.
    const before = Object.entries(scenario.expect).filter(([part]) => !DECIDED.has(part))
    const conf = withoutLines(world.placed(scenario.conf), error)
    await replayIn(world, conf, {
      scenario: { ...scenario, expect: Object.fromEntries(before) },
      resolveFrom,
      differences,
    })
  } finally {
    world.close()
  }
}

function withoutLines(conf: string, { details }: NovaSchedError): string {
  const { findings = [] } = details as { findings?: readonly Finding[] }
  const wrong = new Set(findings.filter(({ level }) => level === 'error').map(({ line }) => line))
  return conf
    .split('\n')
    .filter((_line, index) => !wrong.has(index + 1))
    .join('\n')
}

interface Replay {
  readonly scenario: Scenario
  readonly resolveFrom: readonly string[]
  readonly differences: FlowDifferences
}

async function replayIn(world: World, conf: string, { scenario, resolveFrom, differences }: Replay): Promise<void> {
  const { expect, request: single } = scenario
  const read = parseConf(conf, { release: scenario.release, strict: true })
  const release = read.release as BuiltRelease
  const options = {
    conf: read,
    inventory: scenario.inventory as unknown as Inventory,
    resolveFrom,
    clock: world.clock,
    rng: seededRng(scenario.seed ?? 0),
  }
  const scheduler = await createScheduler({ ...options, remembersAnswers: false })
  const rememberer = await createScheduler({ ...options, rng: seededRng(scenario.seed ?? 0) })
  for (const [index, request] of (scenario.requests ?? [single as ScenarioRequest]).entries()) {
    world.before(request)
    for (const change of request.changes ?? []) for (const each of [scheduler, rememberer]) each.update(change)
    const expected = expect.requests?.[index] ?? expect
    const decision = await decide(scheduler, request)
    const remembered = await rememberer.select(request, { top: Number.MAX_SAFE_INTEGER })
    compareRemembered(index, { decision, scheduler }, { decision: remembered, scheduler: rememberer }, differences)
    if (expected.error === undefined) compareDecision(index, decision, scheduler, expected, differences)
    else compareEarly(expected, earlyError(decision), differences)
  }
  if (expect.error !== undefined) return
  // A sequence asks nothing of hosts, and a host that breaks the reading of all is for its requests to tell.
  const inventory = single === undefined ? { hosts: [], aggregates: [] } : options.inventory
  const inspector = await createInspector({ ...options, inventory, cell: onlyCell(single) })
  differences.equal({ stage: 'weigher_order' }, inspector.weighers, expect.weigher_order ?? inspector.weighers)
  if (single === undefined) return
  await comparePlugins(inspector, single, release, expect, differences)
  const first = await decide(await createScheduler(options), forOneInstance(single))
  compareFirstRound(first, expect, differences)
}

/** The cell that a request keeps to; null for all. */
function onlyCell(request: ScenarioRequest | undefined): string | null {
  const { cell, allow_cross_cell_move: leaves } = request?.filter_properties.requested_destination ?? {}
  return typeof cell === 'string' && leaves !== true ? cell : null
}

function decide(scheduler: Scheduler, request: ScenarioRequest): Promise<Decision> {
  return scheduler.select(request, { hosts: true, top: Number.MAX_SAFE_INTEGER })
}

/** One instance, and nothing claimed of placement for it: what is compared comes before that. */
function forOneInstance({ request_spec, filter_properties }: ScenarioRequest): ScenarioRequest {
  return { request_spec: { ...request_spec, num_instances: 1 }, filter_properties, instance_uuids: null }
}

interface EarlyError {
  readonly code: string | null
  readonly stage: string
  readonly why?: string
  /** The class of Nova's exception, where ours names it. */
  readonly novaError?: unknown
}

/** The code and the stage of an error that came before any filter was asked. */
function earlyError({ error }: Decision): EarlyError {
  if (error === null) return { code: null, stage: 'none' }
  const why = error.cause?.message ?? error.message
  if (error.plugin === undefined) return { code: error.code, stage: 'request', why }
  const stage = error.plugin === 'HostManager' ? 'inventory' : `${error.plugin} on ${placeName(error)}`
  return { code: error.cause?.code ?? null, stage, why, novaError: novaErrorOf(error.cause) }
}

/** An error that came, or should have come, before the first filter: its kind and its stage. */
function compareEarly(
  expect: Expectation,
  { code, stage, why, novaError }: EarlyError,
  differences: FlowDifferences,
): void {
  const { error, error_stage: expectedStage = 'none' } = expect
  if (error !== undefined && sameKind(error, code, novaError) && expectedStage === stage) return
  const first = STAGES.find((one): one is Stage => one === stage || one === expectedStage) ?? 'config'
  differences.add({
    stage: first,
    expected: error === undefined ? 'no error' : `${error} at ${expectedStage}`,
    actual: `${code ?? 'no error'} at ${stage}`,
    ...(why === undefined ? {} : { why }),
  })
}
