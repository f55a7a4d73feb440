import type { Conf } from '../conf/conf.ts'
import { type KnownOption, optionsOf } from '../conf/known.ts'
import { IN_TREE_FUNCTIONS } from '../registry/aliases.ts'
import { lastPart } from '../registry/meant.ts'
import { type Facts, spotOfItem, spotOfReading, type WeigherFact } from './facts.ts'
import type { Spot } from './finding.ts'

type Known = Pick<Facts, 'conf' | 'choice' | 'survey' | 'readings' | 'inTree' | 'number'>

/** The weighers that run, those too that the release has and that are not built here. */
export function weigherFacts(known: Known): WeigherFact[] {
  const { conf, choice, survey, inTree, number } = known
  const loaded = survey.weighers.map(({ name, plugin, named }) => {
    const option = optionsOf(plugin.options ?? {}, name, number).find(({ key }) => key === plugin.multiplier?.option)
    const isInTree = inTree.has(name) && plugin.classPath !== undefined
    return { name, isInTree, ...multiplierOf(conf, option, spotOfItem(known, 'weight_classes', named)) }
  })
  const names = [...inTree].filter((name) => name.endsWith('Weigher'))
  const named = choice.weightClasses.flatMap(({ value }) => (IN_TREE_FUNCTIONS.has(value) ? names : [lastPart(value)]))
  const unbuilt = names.filter((name) => named.includes(name) && !loaded.some((weigher) => weigher.name === name))
  const later = unbuilt.map((name) => {
    const option = conf.options.find(({ owner, key }) => owner === name && key.endsWith('_weight_multiplier'))
    return { name, isInTree: true, ...multiplierOf(conf, option, {}) }
  })
  return [...loaded, ...later].map((weigher) => ({ ...weigher, speaks: speaks(known, weigher) }))
}

/** Without metrics all hosts are the same to MetricsWeigher. */
function speaks({ readings }: Known, { name, multiplier }: Pick<WeigherFact, 'name' | 'multiplier'>): boolean {
  if (multiplier === 0 || name !== 'MetricsWeigher') return multiplier !== 0
  return readings.some(({ option, places }) => option.key === 'weight_setting' && places.length > 0)
}

function multiplierOf(
  conf: Conf,
  option: KnownOption | undefined,
  namedAt: Spot,
): Pick<WeigherFact, 'multiplier' | 'isDefault' | 'at'> {
  if (option === undefined) return { multiplier: 1, isDefault: true, at: namedAt }
  const { value, places } = conf.valueWithSource(option)
  const multiplier = typeof value === 'number' ? value : 1
  const at = places.length > 0 ? spotOfReading({ option, places }) : namedAt
  return { multiplier, isDefault: value === option.spec.default, at }
}
