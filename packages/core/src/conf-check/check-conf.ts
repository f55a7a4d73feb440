import { refuseIdleWithout } from '../registry/choose.ts'
import { checkCloud } from './cloud.ts'
import { checkDriverForm } from './driver-form.ts'
import type { Facts } from './facts.ts'
import { checkFilters } from './filters.ts'
import { type CheckFinding, inOrder } from './finding.ts'
import { gatherFacts, type GatherOptions } from './gather.ts'
import { checkGroups } from './groups.ts'
import { checkIsolation } from './isolation.ts'
import { checkLiveness } from './liveness.ts'
import { checkMetrics } from './metrics.ts'
import { checkNames } from './names.ts'
import { checkNumbers } from './numbers.ts'
import { checkPlugins } from './plugins.ts'
import { readLeniently, type ReadOptions } from './read.ts'
import { checkUnused } from './unused.ts'
import { checkRepeats, checkValues } from './values.ts'
import { checkWeights } from './weights.ts'

/** What is checked, and with what. */
export interface CheckOptions extends ReadOptions, GatherOptions {}

/** All that was found about a configuration. */
export interface ConfReport {
  /** The release that it was checked for. */
  readonly release: string
  /** How the release was decided. */
  readonly reason: string
  /** The files that were read, the weakest first. */
  readonly files: readonly string[]
  /** Errors first, then warnings, then hints; each in the order of the files. */
  readonly findings: readonly CheckFinding[]
}

/** Every family of checks: facts in, findings out. */
const CHECKS: readonly ((facts: Facts) => readonly CheckFinding[])[] = [
  ({ contents, options, conf, isStated }) => checkNames(contents.documents, options, conf.releaseName, isStated),
  ({ readings }) => checkValues(readings),
  ({ conf, contents }) => checkRepeats(conf.options, contents),
  checkPlugins,
  checkDriverForm,
  checkFilters,
  checkGroups,
  checkIsolation,
  checkMetrics,
  checkWeights,
  checkNumbers,
  checkLiveness,
  checkUnused,
  checkCloud,
]

/** See `index.ts`, by which it is loaded when it is needed. */
export async function checkConf(options: CheckOptions): Promise<ConfReport> {
  const read = await readLeniently(options)
  const { choice, files } = read.parts
  const isThere = files.length > 0 || read.findings.every(({ code }) => code === 'no-file')
  const found = isThere ? await checkAll(read, options) : []
  const names = files.map(({ name }) => name)
  return {
    release: choice.asked.name,
    reason: choice.reason,
    files: names,
    findings: inOrder([...read.findings, ...found], names),
  }
}

async function checkAll(
  read: Awaited<ReturnType<typeof readLeniently>>,
  options: CheckOptions,
): Promise<CheckFinding[]> {
  const facts = await gatherFacts(read, options)
  const { filters, weighers, schedulerDriver, hostManager, idleWithout } = facts.survey
  const running = [...filters, ...weighers, schedulerDriver, hostManager].flatMap((each) => each?.name ?? [])
  refuseIdleWithout(idleWithout, running)
  return CHECKS.flatMap((check) => check(facts))
}
