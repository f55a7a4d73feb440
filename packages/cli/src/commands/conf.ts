import { parseConf, sampleConf, type Conf, type FindPlugins } from '@nova-sched/core'
import type { Command } from 'commander'
import type { Context, GlobalOptions } from '../context.ts'
import { pluginOptions, readConf } from '../wiring.ts'
import { registerConfCheck } from './conf-check.ts'
import { type ConfFormat, listOptions, showValues } from './conf-output.ts'

/** What the conf commands read of the command line. */
interface ConfFlags extends Pick<GlobalOptions, 'configFile' | 'configDir' | 'release' | 'strict'> {
  readonly all?: boolean
  readonly format: ConfFormat
}

const EXAMPLES = {
  show: `
Examples:
  nova-sched conf show --config-file /etc/nova/nova.conf
  nova-sched conf show --all --release zed --format json
  nova-sched conf show --format ini > effective.conf`,
  list: `
Examples:
  nova-sched conf list
  nova-sched conf list --release 2026.1 --format yaml`,
  sample: `
Example:
  nova-sched conf sample --release kilo > nova.conf.example`,
}

/**
 * Adds the `conf` commands: `check`, `show`, `list` and `sample`.
 *
 * @param setExitCode - is told 2 when `check` finds an error
 * @param findPlugins - gives the options of the plugins that a configuration names
 */
export function registerConf(
  program: Command,
  context: Context,
  setExitCode: (code: number) => void = () => {},
  findPlugins: FindPlugins = pluginOptions(context),
): void {
  const conf = program.command('conf').description('look at the configuration')
  registerConfCheck(conf, context, setExitCode)
  const load = (flags: ConfFlags): Promise<Conf> => readConf(flags, context, findPlugins)

  conf
    .command('show')
    .description('print the values that are set, and where each comes from')
    .option('--all', 'print every option, those with their default too')
    .addHelpText('after', EXAMPLES.show)
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ConfFlags>()
      const read = await load(flags)
      const text = await showValues(read, flags.all === true, flags.format, context)
      if (text === '') context.stderr.write('hint: no option is set; --all shows the defaults\n')
      context.stdout.write(text)
    })

  conf
    .command('list')
    .description('print every option that the release reads: type, default and meaning')
    .addHelpText('after', EXAMPLES.list)
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ConfFlags>()
      const read = await load(flags)
      context.stdout.write(await listOptions(read, flags.format, context))
    })

  conf
    .command('sample')
    .description('print a nova.conf.example: every option with its default, commented out')
    .addHelpText('after', EXAMPLES.sample)
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ConfFlags>()
      const isNamed = [...(flags.configFile ?? []), ...(flags.configDir ?? [])].length > 0
      const read = isNamed ? await load(flags) : await defaults(flags.release, findPlugins)
      context.stdout.write(sampleConf(read.options, read.releaseName))
    })
}

async function defaults(release: string | undefined, findPlugins: FindPlugins): Promise<Conf> {
  const conf = parseConf('', { release })
  return conf.withPlugins(await findPlugins(conf))
}
