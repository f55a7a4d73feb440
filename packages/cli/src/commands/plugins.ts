import {
  findPluginOptions,
  NovaSchedError,
  PLUGIN_KINDS,
  pluginCatalogue,
  pluginsNamed,
  SILENT_LOG,
} from '@nova-sched/core'
import type { CataloguedPlugin, Conf, PluginCatalogue } from '@nova-sched/core'
import { Argument, Option, type Command } from 'commander'
import type { Context, GlobalOptions } from '../context.ts'
import { dataText } from '../output/data.ts'
import { paintFor } from '../output/paint.ts'
import { listedPlugin, pluginsText } from '../output/plugins-list.ts'
import { pluginText, shownPlugin } from '../output/plugins-show.ts'
import { printable } from '../output/table.ts'
import { readConf } from '../wiring.ts'
import { LANGUAGES, newPlugin, newPluginText, SKELETON_KINDS, type Language, type SkeletonKind } from './plugins-new.ts'

interface ListFlags extends GlobalOptions {
  readonly kind?: CataloguedPlugin['kind']
  readonly enabled?: boolean
}

interface NewFlags extends Pick<GlobalOptions, 'format'> {
  readonly dir?: string
  readonly language: Language
}

/** There is but one kind of plugin for ServiceGroup. */
const SHORT_KIND = 'servicegroup'

const EXAMPLES = {
  list: `
Examples:
  nova-sched plugins list --config-file nova.conf
  nova-sched plugins list --kind weigher --format json
  nova-sched plugins list --enabled --without RetryFilter`,
  show: `
Examples:
  nova-sched plugins show RamFilter --config-file nova.conf
  nova-sched plugins show nova.scheduler.weights.ram.RAMWeigher
  nova-sched plugins show filter_scheduler --format yaml`,
  new: `
Examples:
  nova-sched plugins new filter RackFilter
  nova-sched plugins new weigher CheapestWeigher --language ts
  nova-sched plugins new scheduler-driver NightDriver --dir ~/plugins/night
  nova-sched plugins new servicegroup EtcdDriver`,
}

/** Adds the `plugins` commands: `list`, `show` and `new`. */
export function registerPlugins(program: Command, context: Context): void {
  const plugins = program.command('plugins').description('look at the plugins that are found, or begin one of your own')

  plugins
    .command('list')
    .description('print every plugin that is found: where it comes from, whether it is used, and in which order')
    .addOption(new Option('--kind <kind>', 'only plugins of this kind').choices(PLUGIN_KINDS))
    .option('--enabled', 'only those that are used')
    .addHelpText('after', EXAMPLES.list)
    .action((_: unknown, command: Command) => list(command.optsWithGlobals<ListFlags>(), context))

  plugins
    .command('show')
    .description('print all that is known of one plugin: its options with their values, and its reasons')
    .argument('<name>', 'its name, its class path in Nova, or the short name of a driver')
    .addHelpText('after', EXAMPLES.show)
    .action((name: string, _: unknown, command: Command) =>
      show(name, command.optsWithGlobals<GlobalOptions>(), context),
    )

  plugins
    .command('new')
    .description('write a package with a plugin of your own, its test, and an example to try it on')
    .addArgument(new Argument('<kind>', 'what it is').choices([...SKELETON_KINDS, SHORT_KIND]))
    .argument('<name>', 'its name in nova.conf, such as RackFilter')
    .option('--dir <dir>', 'folder to write; the default is the name, in the working folder')
    .addOption(new Option('--language <language>', 'JavaScript or TypeScript').choices(LANGUAGES).default('js'))
    .addHelpText('after', EXAMPLES.new)
    .action(async (asked: SkeletonKind | typeof SHORT_KIND, name: string, _: unknown, command: Command) => {
      const { dir, language, format } = command.optsWithGlobals<NewFlags>()
      const kind = asked === SHORT_KIND ? 'servicegroup-driver' : asked
      const made = newPlugin({ kind, name, dir, language }, context)
      for (const hint of made.hints) context.stderr.write(`hint: ${printable(hint)}\n`)
      context.stdout.write(format === 'table' ? newPluginText(made) : await dataText(made, format))
    })
}

async function list(flags: ListFlags, context: Context): Promise<void> {
  const { conf, catalogue } = await load(flags, context)
  const { problems, notes } = catalogue
  const plugins = catalogue.plugins
    .map((plugin) => listedPlugin(plugin, context.cwd))
    .filter(({ kind, enabled }) => (flags.kind ?? kind) === kind && (enabled || flags.enabled !== true))
  tellProblems(catalogue, context)
  context.stdout.write(
    flags.format === 'table'
      ? pluginsText(plugins, notes, { paint: await paintFor(context, flags), width: context.columns })
      : await dataText({ release: conf.releaseName, plugins, problems, notes }, flags.format),
  )
  if (problems.length === 0) return
  const message = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} with plugins: see the warnings`
  throw new NovaSchedError('PLUGIN_INVALID', message, { problems })
}

async function show(name: string, flags: GlobalOptions, context: Context): Promise<void> {
  const { conf, catalogue } = await load(flags, context)
  tellProblems(catalogue, context)
  const [found, ...others] = pluginsNamed(catalogue.plugins, name, conf)
  if (found === undefined) return
  // Told at once, before anything is printed.
  conf.read(found.plugin.options ?? {})
  for (const { kind, file, package: from } of others) {
    context.stderr.write(`hint: there is another ${kind} of this name: ${printable(file ?? String(from))}\n`)
  }
  context.stdout.write(
    flags.format === 'table'
      ? pluginText(found, conf, context.cwd, { paint: await paintFor(context, flags), width: context.columns })
      : await dataText(shownPlugin(found, conf, context.cwd), flags.format),
  )
}

/** What cannot be loaded is told as a problem of the catalogue. */
async function load(
  flags: GlobalOptions,
  context: Context,
): Promise<{ readonly conf: Conf; readonly catalogue: PluginCatalogue }> {
  const resolveFrom = [context.resolveFrom]
  const conf = await readConf(flags, context, (read) => findPluginOptions(read, resolveFrom, SILENT_LOG))
  return { conf, catalogue: await pluginCatalogue(conf, { resolveFrom, without: flags.without ?? [] }) }
}

function tellProblems({ problems }: PluginCatalogue, { stderr }: Context): void {
  for (const { place, message } of problems) {
    const text = message.startsWith(place) ? message : `${place}: ${message}`
    stderr.write(`warning: ${printable(text)}\n`)
  }
}
