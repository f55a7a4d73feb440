import { describeFinding, findPluginOptions, loadConf, type Conf, type Log, type RequestRules } from '@nova-sched/core'
import type { FindPluginOptions } from './commands/conf.ts'
import type { LoadRules } from './commands/request.ts'
import type { Context, GlobalOptions } from './context.ts'

/** What is worth telling beside the data, on standard error: warnings always, the rest with `--verbose`. */
export function logTo({ stderr }: Context, verbose: boolean): Log {
  const tell = (level: string) => (message: string) => void stderr.write(`${level}: ${message}\n`)
  return { debug: verbose ? tell('debug') : () => {}, info: verbose ? tell('info') : () => {}, warn: tell('warning') }
}

/** The configuration that a command names, or that is found; what is odd about it is told. */
export async function readConf(options: GlobalOptions, context: Context): Promise<Conf> {
  const conf = await loadConf({
    configFiles: options.configFile ?? [],
    configDirs: options.configDir ?? [],
    cwd: context.cwd,
    home: context.home,
    release: options.release,
    strict: options.strict,
  })
  const known = conf.withPlugins(await pluginOptions(context)(conf))
  for (const finding of known.findings) context.stderr.write(`${finding.level}: ${describeFinding(finding)}\n`)
  return known
}

/** Finds the options of the plugins that a configuration names, from where the command is installed. */
export function pluginOptions(context: Context): FindPluginOptions {
  return (conf) => findPluginOptions(conf, [context.resolveFrom], logTo(context, false))
}

/** What a configuration says of how requests are built. */
export function rulesOf({ core }: Conf): RequestRules {
  return {
    defaultScheduleZone: core.default_schedule_zone,
    defaultAvailabilityZone: core.default_availability_zone,
    internalServiceAvailabilityZone: core.internal_service_availability_zone,
    enabledFilters: core.enabled_filters,
    maxAttempts: core.max_attempts,
  }
}

/** The rules of the configuration that a command names. */
export function requestRules(context: Context): LoadRules {
  return async (command) => rulesOf(await readConf(command.optsWithGlobals<GlobalOptions>(), context))
}
