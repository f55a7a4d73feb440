import {
  describeFinding,
  findPluginOptions,
  loadConf,
  REQUEST_MAKING,
  type Conf,
  type FindPlugins,
  type LoadOptions,
  type Log,
  type RequestRules,
} from '@nova-sched/core'
import type { LoadRules } from './commands/request.ts'
import type { Context, GlobalOptions } from './context.ts'
import { printable } from './output/table.ts'

/** What is worth telling beside the data, on standard error: warnings always, the rest with `--verbose`. */
export function logTo({ stderr }: Context, verbose: boolean): Log {
  const tell = (level: string) => (message: string) => void stderr.write(`${level}: ${printable(message)}\n`)
  return { debug: verbose ? tell('debug') : () => {}, info: verbose ? tell('info') : () => {}, warn: tell('warning') }
}

/** The options by which a command names its configuration. */
type ConfOptions = Pick<GlobalOptions, 'configFile' | 'configDir' | 'release' | 'strict'>

/** Where a command's configuration is read from, and by which release. */
export function confSources(
  { configFile = [], configDir = [], release, strict }: ConfOptions,
  { cwd, home }: Pick<Context, 'cwd' | 'home'>,
): Omit<LoadOptions, 'findPlugins' | 'plugins'> {
  return { configFiles: configFile, configDirs: configDir, cwd, home, release, strict }
}

/** The configuration that a command names, or that is found. Its release, and what is odd about it, are told. */
export async function readConf(
  options: ConfOptions,
  context: Context,
  findPlugins: FindPlugins = pluginOptions(context),
): Promise<Conf> {
  const conf = await loadConf({ ...confSources(options, context), findPlugins })
  context.stderr.write(`release ${conf.releaseName} (${conf.releaseReason})\n`)
  for (const finding of conf.findings) {
    const lines = describeFinding(finding).split('\n').map(printable)
    context.stderr.write(`${finding.level}: ${lines.join('\n')}\n`)
  }
  return conf
}

/** Finds the options of the plugins that a configuration names, from where the command is installed. */
export function pluginOptions(context: Context): FindPlugins {
  return (conf) => findPluginOptions(conf, [context.resolveFrom], logTo(context, false))
}

/** What a configuration says of how requests are built. */
export function rulesOf({ core, release }: Conf): RequestRules {
  return {
    making: REQUEST_MAKING[release],
    defaultScheduleZone: core.default_schedule_zone,
    defaultAvailabilityZone: core.default_availability_zone,
    internalServiceAvailabilityZone: core.internal_service_availability_zone,
    enabledFilters: core.enabled_filters,
    weightClasses: core.weight_classes,
    pciAliases: core.pci_alias,
    maxAttempts: core.max_attempts,
  }
}

/** The rules of the configuration that a command names. */
export function requestRules(context: Context): LoadRules {
  return async (command) => rulesOf(await readConf(command.optsWithGlobals<GlobalOptions>(), context))
}
