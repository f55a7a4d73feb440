import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { anonymizer, escapeDollars, NovaSchedError, type Anonymizer } from '@nova-sched/core'
import { withoutEmptyLists } from '../commands/inventory.ts'
import type { Context } from '../context.ts'
import { dataText } from '../output/data.ts'
import { ownVersion } from '../own-package.ts'
import type { Placement, PlacementFlags } from '../placement.ts'
import { caseConf, confText, fateOf, OPTIONS_FILE, type CaseConf } from './conf.ts'
import { pluginCopies } from './plugins.ts'
import { essence, runAnew, runCase, type Ran, type RunWith } from './run.ts'
import { caseReadme, titleOf, type CaseFile } from './texts.ts'

/** The options by which a run is saved as a case, and those that a case takes along. */
export interface SaveCaseFlags extends PlacementFlags {
  readonly saveCase?: string
  readonly anonymize?: boolean
  readonly instance?: string
  readonly host?: string
  readonly actual?: string
}

/** A run to be saved. */
export interface Saving<F> {
  readonly command: string
  readonly flags: F
  readonly run: RunWith<F>
  readonly placement: Placement
  readonly context: Context
}

const CARRIED = ['count', 'top', 'instance', 'host', 'actual'] as const
/** Flags whose values are hosts. */
const HOST_FLAGS = ['host', 'actual'] as const

/**
 * Writes a case into a new folder, and runs it there: what it prints is what is expected of it.
 *
 * @throws USAGE when an anonymous case cannot run there, or decides otherwise than the run that it is of
 */
export async function fillCase<F extends SaveCaseFlags>(folder: string, saving: Saving<F>): Promise<void> {
  const { flags, run, placement, context } = saving
  const known = await caseConf(placement.conf, flags.without ?? [], context)
  const optionsText = await optionsFile(placement, context)
  const neutral = flags.anonymize === true ? anonymizerOf(placement, known, optionsText) : null
  const copies = pluginCopies()
  const conf = await confText(neutral === null ? known : neutralConf(known, neutral), placement.conf, copies, context)
  await writeAll(folder, [
    ...copies.files,
    ...(await dataFiles(placement, neutral)),
    ...(optionsText === null ? [] : [[OPTIONS_FILE, neutral?.text(optionsText) ?? optionsText] as const]),
    // The options file is found from the working folder, and that of this process is another one.
    ['nova.conf', conf.replace(OPTIONS_FILE, () => escapeDollars(join(folder, OPTIONS_FILE)))],
  ])
  const its = flagsIn(flags, neutral)
  const before = await runAnew(placement, flags, context, run)
  const after = checked(before, await runCase(folder, its, context, run), neutral, context)
  const file = caseFile(saving, its, after)
  const hasPlugins = copies.files.size > 0
  await writeAll(folder, [
    ['nova.conf', conf],
    ['expected.json', after.text],
    ['case.json', await dataText(file, 'json')],
    ['README.md', caseReadme(file, { ...known, hasPlugins })],
  ])
  for (const name of known.packages) context.stderr.write(`hint: the case needs the package ${name}\n`)
  if (hasPlugins && neutral !== null) {
    context.stderr.write(
      'warning: plugins are copied as they are: look for names in them before you hand the case on\n',
    )
  }
}

type Files = Iterable<readonly [path: string, content: string | Uint8Array]>

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

async function dataFiles({ inventory, requests }: Placement, neutral: Anonymizer | null): Promise<[string, string][]> {
  const values = requests.map(({ value }) => neutral?.request(value) ?? value)
  return [
    ['inventory.json', await dataText(withoutEmptyLists(neutral?.inventory(inventory) ?? inventory), 'json')],
    ['request.json', await dataText(values.length === 1 ? values[0] : values, 'json')],
  ]
}

/** The JSON options file of the scheduler; one that cannot be read is none, as for a decision. */
async function optionsFile({ conf }: Placement, { cwd }: Context): Promise<string | null> {
  const { scheduler_json_config_location: location } = conf.core
  return location === '' ? null : readFile(resolve(cwd, location), 'utf8').catch(() => null)
}

function anonymizerOf({ inventory, requests }: Placement, { options }: CaseConf, text: string | null): Anonymizer {
  const changing = options.filter((each) => fateOf(each) === 'changes').map(({ name, value }) => [name, value])
  return anonymizer({
    inventory,
    requests: requests.map(({ value }) => value),
    options: Object.fromEntries(changing) as Record<string, unknown>,
    texts: text === null ? [] : [text],
  })
}

function neutralConf({ options, ...rest }: CaseConf, neutral: Anonymizer): CaseConf {
  const left = options.filter((each) => fateOf(each) !== 'goes')
  const changed = left.map((each) => {
    return fateOf(each) === 'changes' ? { ...each, value: neutral.option(each.name, each.value) } : each
  })
  return { ...rest, options: changed }
}

function flagsIn<F extends SaveCaseFlags>(flags: F, neutral: Anonymizer | null): F {
  if (neutral === null) return flags
  const hosts = HOST_FLAGS.flatMap((flag) => {
    const host = flags[flag]
    return host === undefined ? [] : [[flag, neutral.host(host)] as const]
  })
  return { ...flags, ...Object.fromEntries(hosts) }
}

/**
 * What the case is expected to print. One with neutral names that decides otherwise is no case of the run; one that
 * cannot run in its folder alone may still do so where its packages are.
 */
function checked(before: Ran, after: Ran | string, neutral: Anonymizer | null, { stderr }: Context): Ran {
  if (typeof after === 'string') {
    if (neutral !== null) throw notSaved(`it does not run in its folder alone: ${after}`)
    stderr.write(`warning: the case does not run in its folder alone: ${after}\n`)
    return before
  }
  const [was, is] = [before, after].map(({ text }) => JSON.parse(text) as unknown)
  const isSame = JSON.stringify(essence(was, neutral?.host)) === JSON.stringify(essence(is))
  if (isSame && before.exit === after.exit) return after
  if (neutral !== null) {
    throw notSaved(
      'with neutral names it decides otherwise: a plugin knows names by itself, or a name is compared in a way that ' +
        'cannot be kept. Save it without --anonymize',
    )
  }
  stderr.write('warning: the case decides otherwise: something that a plugin reads is not in its folder\n')
  return after
}

function notSaved(why: string): NovaSchedError {
  return new NovaSchedError('USAGE', `--save-case: the case is not saved: ${why}`)
}

function caseFile<F extends SaveCaseFlags>(
  { command, placement: { conf, seed } }: Saving<F>,
  flags: F,
  { exit, text }: Ran,
): CaseFile {
  const carried = CARRIED.flatMap((flag) => {
    const value = flags[flag]
    return value === undefined ? [] : [`--${flag}`, value]
  })
  return {
    title: titleOf(command, JSON.parse(text) as unknown),
    command,
    release: conf.releaseName,
    seed,
    arguments: [...carried, ...(flags.without ?? []).flatMap((plugin) => ['--without', plugin])],
    exit,
    saved_by: ownVersion(),
    anonymous: flags.anonymize === true,
  }
}
