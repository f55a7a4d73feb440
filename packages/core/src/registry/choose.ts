import { maskValue } from '../conf/mask.ts'
import { NovaSchedError, type ErrorCode } from '../errors.ts'
import type { PluginKind } from '../plugin/brand.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import { isPath } from './resolve.ts'
import type { PluginChoice, PluginSet, PluginSources } from './plugin-set.ts'
import { isClass, isInNova, lastPart } from './meant.ts'
import { type PluginProblem, surveyPlugins } from './survey.ts'

const ALL_FILTERS = 'nova.scheduler.filters.all_filters'

/**
 * Finds and loads the plugins that a configuration chooses.
 *
 * @throws FILTER_NOT_FOUND, WEIGHER_NOT_FOUND or DRIVER_NOT_FOUND, with every name that is not found at once;
 * PLUGIN_DUPLICATE when two plugins carry one name; what `findPlugins` throws; USAGE, see {@link refuseIdleWithout}
 */
export async function choosePlugins(choice: PluginChoice, sources: PluginSources): Promise<PluginSet> {
  const { problems, idleWithout, ...survey } = await surveyPlugins(choice, sources)
  const { filters, weighers, schedulerDriver, hostManager, notes } = survey
  if (problems.length > 0 || schedulerDriver === null || hostManager === null) throw firstError(problems)
  refuseIdleWithout(
    idleWithout,
    [...filters, ...weighers, schedulerDriver, hostManager].map(({ name }) => name),
  )
  return { filters, weighers, schedulerDriver, hostManager, notes }
}

/**
 * Every name that was to be left out must have been met.
 *
 * @param idle - names of `--without` that were not
 * @throws USAGE with all of them
 */
export function refuseIdleWithout(idle: readonly string[], running: readonly string[]): void {
  if (idle.length === 0) return
  const lines = idle.map((name) => `--without ${name}: nothing of that name would run${didYouMean(name, running)}`)
  throw new NovaSchedError('USAGE', lines.join('\n'), { names: idle })
}

const NOT_FOUND: Readonly<Record<PluginKind, readonly [ErrorCode, string]>> = {
  filter: ['FILTER_NOT_FOUND', 'Scheduler Host Filter'],
  weigher: ['WEIGHER_NOT_FOUND', 'weigher class'],
  'scheduler-driver': ['DRIVER_NOT_FOUND', 'scheduler driver'],
  'host-manager': ['DRIVER_NOT_FOUND', 'host manager'],
  'servicegroup-driver': ['DRIVER_NOT_FOUND', 'ServiceGroup driver'],
  'service-store': ['DRIVER_NOT_FOUND', 'service store'],
}

/** The kind of plugin that Nova sets up first: what is broken there, else all that is not found. */
function firstError(problems: readonly PluginProblem[]): NovaSchedError {
  const kind = problems[0]?.kind ?? 'filter'
  const same = problems.filter((problem) => problem.kind === kind)
  return same.find(({ error }) => error !== null)?.error ?? notFound(kind, same)
}

function notFound(kind: PluginKind, problems: readonly PluginProblem[]): NovaSchedError {
  const [code, what] = NOT_FOUND[kind]
  const lines = problems.map((problem) => {
    const { value, place } = problem.named
    return `${place}: ${what} ${maskValue(value, false)} could not be found${adviceFor(problem)}`
  })
  return new NovaSchedError(code, lines.join('\n'), { names: problems.map(({ named }) => named.value) })
}

const LOST = `it is built in but not available, because scheduler_available_filters no longer lists ${ALL_FILTERS}: repeat the option with that value`

function adviceFor({ named: { value }, meant: { how, name, isAvailable } }: PluginProblem): string {
  switch (how) {
    case 'lost':
      return `: ${LOST}`
    case 'class_path':
      return `: filters are enabled by name, not by class path: write ${name}${isAvailable ? '' : `; ${LOST}`}`
    case 'near':
      return `: did you mean ${name}?${isAvailable ? '' : ` ${LOST.replace('it', 'It')}`}`
    case 'unknown':
      return siteAdvice(value)
  }
}

/** A dotted name that no package bears is most likely a site's own Python class. */
function siteAdvice(value: string): string {
  if (isPath(value)) return ': no such file or folder'
  if (!/^\w+(\.\w+)+$/.test(value)) return ''
  if (isInNova(value) && !isClass(value)) return ': Nova has nothing of that name'
  const name = lastPart(value)
  return `: a Python class is not run here. Decide without it (--without ${name}), or with a stand-in ([nova_sched] substitute = ${name}:./${name}.mjs)`
}
