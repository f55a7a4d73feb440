import type { CoreKey } from '../conf/index.ts'
import { ENTRY_POINTS } from '../registry/aliases.ts'
import type { LoadedPlugin } from '../registry/load.ts'
import { isPath } from '../registry/resolve.ts'
import { isClass, isInNova, lastPart } from '../registry/meant.ts'
import type { PluginProblem } from '../registry/survey.ts'
import { nearName } from '../util/documents/near-names.ts'
import { asksFor, type Facts, nameOf, spotOfItem } from './facts.ts'
import { type CheckFinding, finding, shown, shownName } from './finding.ts'
import { otherRelease } from './other-release.ts'

/** A class, package, folder or file that an option names and that is not there. */
export function pluginSource(facts: Facts, key: CoreKey, { kind, named }: PluginProblem): CheckFinding[] {
  const { value } = named
  const at = spotOfItem(facts, key, named)
  const name = lastPart(value)
  const tell = (message: string, fix: string): CheckFinding[] => [finding('plugin-unknown', { at, message, fix })]
  if (key === 'available_filters' && value.includes(',')) return oneEach(facts, key, value, tell)
  if (value.trim() === '') return tell('names nothing', `Write ${asksFor(facts, key)}, or remove the line.`)
  const ours = facts.builtIn.filter((loaded) => loaded.kind === kind)
  // Nova has it, and here it is not built yet.
  if (isInNova(value) && facts.inTree.has(name) && !ours.some(({ plugin }) => plugin.name === name)) return []
  const meant = meantBy(value, ours) ?? unbuilt(facts, value)
  if (meant !== undefined) return tell(`${shown(value)} could not be found`, `Did you mean ${meant}?`)
  const elsewhere = otherRelease(facts, key, named)
  if (elsewhere !== null) return [elsewhere]
  if (isPath(value)) {
    return tell(`${shown(value)}: no such file or folder`, 'Mind the path: it starts at the folder of this file.')
  }
  // A site may put its classes among Nova's; a function or module there that Nova has not is a slip.
  const isOfSite = /^\w+(\.\w+)+$/.test(value) && (isClass(value) || !isInNova(value))
  if (isOfSite) return [pythonClass(facts, key, named)]
  return tell(`${shown(value)} could not be found`, `Write ${asksFor(facts, key)}.`)
}

/**
 * One of Nova's own that is named without its path, by a wrong one, or with a slip of the pen. A class of another Python
 * package is somebody's own, whatever its name is like.
 */
function meantBy(value: string, ours: readonly LoadedPlugin[]): string | undefined {
  if (value.includes('.') && !value.startsWith('nova.')) return undefined
  const near = nearName(
    lastPart(value),
    ours.map(({ plugin }) => plugin.name),
  )
  const plugin = ours.find((loaded) => loaded.plugin.name === near)?.plugin
  if (plugin !== undefined) return plugin.classPath
  return nearName(
    value,
    [...ENTRY_POINTS].filter(([, name]) => ours.some((loaded) => loaded.plugin.name === name)).map(([short]) => short),
  )
}

/** The same of one that is not built here. */
function unbuilt({ inTree }: Facts, value: string): string | undefined {
  const name = lastPart(value)
  const near = isInNova(value) ? nearName(name, inTree) : undefined
  return near === undefined ? undefined : `${value.slice(0, -name.length)}${near}`
}

function oneEach(
  facts: Facts,
  key: CoreKey,
  value: string,
  tell: (message: string, fix: string) => CheckFinding[],
): CheckFinding[] {
  const option = nameOf(facts, key)
  const lines = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => `${option} = ${shownName(item)}`)
  return tell(
    `${shown(value)} is one name: commas do not separate the values of this option`,
    `Write one line for each: ${lines.join(' / ')}`,
  )
}

function pythonClass(facts: Facts, key: CoreKey, named: PluginProblem['named']): CheckFinding {
  const name = shownName(lastPart(named.value))
  // A function gives a list of classes: Nova's own are most likely among them.
  const isList = key === 'available_filters' && /^[a-z_]/.test(name)
  const fix = isList
    ? `Write ${nameOf(facts, key)} = nova.scheduler.filters.all_filters for those of Nova, and decide without the others: --without NAME`
    : `Decide without it (--without ${name}), or with a stand-in in JavaScript: [nova_sched] substitute = ${name}:./${name}.mjs`
  const message = `${shownName(named.value)} is no class of Nova that is known here, and a site's own Python class is not run`
  return finding('python-class', { at: spotOfItem(facts, key, named), message, fix })
}
