import { ENTRY_POINTS } from '../registry/aliases.ts'
import { type Facts, isSet, spotOf } from './facts.ts'
import { type CheckFinding, finding } from './finding.ts'

/** Drivers and host managers have short names from Mitaka on, and are no longer found by class path from Ocata on. */
const FIRST_WITH_SHORT_NAMES = 13
const FIRST_WITHOUT_PATHS = 15

/** Drivers that are named in a way which the release does not understand, and nova-sched does. */
export function checkDriverForm(facts: Facts): CheckFinding[] {
  // The form tells the release where nobody said it.
  if (!facts.isStated) return []
  return (['driver', 'host_manager'] as const).flatMap((key) => {
    const value = facts.conf.core[key]
    const plugin = facts.builtIn.find((loaded) => {
      return loaded.plugin.classPath === value || loaded.plugin.name === ENTRY_POINTS.get(value)
    })?.plugin
    if (plugin === undefined || !isSet(facts, key)) return []
    const short = [...ENTRY_POINTS].find(([, name]) => name === plugin.name)?.[0] ?? ''
    const wanted = value === short ? plugin.classPath : short
    const isUnderstood = value === short ? facts.number >= FIRST_WITH_SHORT_NAMES : facts.number < FIRST_WITHOUT_PATHS
    if (isUnderstood || wanted === undefined) return []
    const message = `${facts.conf.releaseName} wants ${value === short ? 'the class path' : 'the short name'} of ${plugin.name}`
    return [finding('driver-form', { at: spotOf(facts, key), message, fix: `Write ${wanted}` })]
  })
}
