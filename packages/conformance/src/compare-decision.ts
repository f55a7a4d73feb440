import type { Decision, DecisionError, Host, InstanceTrace, Scheduler } from '@nova-sched/core'
import type { Differences } from './compare.ts'
import { sameKind } from './python-errors.ts'
import { errorOf, type Expectation, type Json } from './scenario.ts'

/** How the vectors name a host: `host/nodename`. */
export function placeName({
  host,
  nodename,
}: {
  readonly host?: string | null
  readonly nodename?: string | null
}): string {
  return `${host ?? ''}/${nodename ?? ''}`
}

/** Compares a whole decision: what was selected, every round, and the hosts afterwards. */
export function compareDecision(
  index: number,
  decision: Decision,
  scheduler: Scheduler,
  expect: Expectation,
  differences: Differences,
): void {
  const at = (stage: string): string => (index === 0 ? stage : `request ${index}: ${stage}`)
  const expectedError = errorOf(expect.selected)
  if (expectedError !== undefined) compareError(at('selected'), decision.error, expectedError, expect, differences)
  else {
    const selected = decision.destinations.map(({ host, nodename, limits }) => ({ host, nodename, limits }))
    differences.equal(at('selected'), decision.error ?? selected, expect.selected)
  }
  if (expect.steps !== undefined) compareSteps(at, decision, expect.steps, differences)
  if (expect.after !== undefined) {
    const after = Object.fromEntries(scheduler.hosts().map((host) => [placeName(host), stateOf(host)]))
    for (const [name, expected] of Object.entries(expect.after))
      differences.equal(at(`after ${name}`), after[name], expected)
    differences.equal(at('after'), Object.keys(after).sort(), Object.keys(expect.after).sort())
  }
}

/** Compares the first instance, decided by a scheduler of its own. */
export function compareFirstRound(decision: Decision, expect: Expectation, differences: Differences): void {
  const round = decision.instances[0]
  const [filteredError, weighedError] = [errorOf(expect.filtered), errorOf(expect.weighed)]
  if (filteredError !== undefined) compareError('filtered', decision.error, filteredError, expect, differences)
  else if (expect.filtered !== undefined) differences.equal('filtered', round?.passed.map(placeName), expect.filtered)
  if (weighedError !== undefined) compareError('weighed', decision.error, weighedError, expect, differences)
  else if (expect.weighed !== undefined) differences.equal('weighed', round && weighedOf(round), expect.weighed)
}

/** A fault must be of the same kind, and come from a plugin and host that break alone, too. */
function compareError(
  stage: string,
  error: DecisionError | null,
  expected: string,
  { per_filter: filters = {}, weights = {} }: Expectation,
  differences: Differences,
): void {
  const code = error?.code === 'PLUGIN_FAULT' ? (error.cause?.code ?? null) : (error?.code ?? null)
  if (!sameKind(expected, code)) differences.found.push({ stage, expected, actual: error })
  if (error?.plugin === undefined) return
  const alone = filters[error.plugin]?.[placeName(error)] ?? weights[error.plugin]?.[placeName(error)]
  const isKnown = alone === undefined || alone === null || alone === `!${expected}`
  if (!isKnown)
    differences.found.push({ stage: `${stage} at ${error.plugin} ${placeName(error)}`, expected: alone, actual: code })
}

function compareSteps(
  at: (stage: string) => string,
  { instances, error }: Decision,
  steps: NonNullable<Expectation['steps']>,
  differences: Differences,
): void {
  const last = instances.at(-1)
  // A round whose filters broke has no step.
  const broke = error?.code === 'PLUGIN_FAULT' && last?.passed.length === 0
  const rounds = broke ? instances.slice(0, -1) : instances
  differences.equal(at('steps'), rounds.length, steps.length)
  for (const [number, step] of steps.entries()) {
    const round = rounds[number]
    differences.equal(at(`step ${number} filtered`), round?.passed.map(placeName), step.filtered)
    if (step.weighed !== undefined)
      differences.equal(at(`step ${number} weighed`), round && weighedOf(round), step.weighed)
  }
}

function weighedOf({ weighed }: InstanceTrace): (readonly [string, number])[] {
  return weighed.map((host) => [placeName(host), host.weight] as const)
}

interface NumaCell {
  readonly id: number
  readonly cpu_usage?: number
  readonly memory_usage?: number
  readonly pinned_cpus?: readonly number[]
  readonly mempages?: readonly Json[]
}

interface PciPool {
  readonly vendor_id: string
  readonly product_id: string
  readonly numa_node?: number | null
  readonly count: number
}

function stateOf(host: Host): Json {
  const { cells = [] } = (host.numaTopology ?? {}) as { cells?: readonly NumaCell[] }
  const pools = host.pciDevicePools as readonly PciPool[]
  return {
    free_ram_mb: host.freeRamMb,
    free_disk_mb: host.freeDiskMb,
    vcpus_used: host.vcpusUsed,
    num_instances: host.numInstances,
    num_io_ops: host.numIoOps,
    ...(cells.length > 0 ? { numa: cells.map(cellOf) } : {}),
    ...(pools.length > 0 ? { pci: pools.map(poolOf) } : {}),
  }
}

function cellOf({ id, cpu_usage = 0, memory_usage = 0, pinned_cpus = [], mempages = [] }: NumaCell): Json {
  return { id, cpu_usage, memory_usage, pinned_cpus, mempages }
}

function poolOf({ vendor_id, product_id, numa_node = null, count }: PciPool): Json {
  return { vendor_id, product_id, numa_node, count }
}
