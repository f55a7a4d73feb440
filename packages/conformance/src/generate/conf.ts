import type { Draft } from './draft.ts'

/** Kilo's names of options; those not here have the name of Zed, or are not read. */
const KILO_NAMES: Readonly<Record<string, string>> = {
  enabled_filters: 'scheduler_default_filters',
  weight_classes: 'scheduler_weight_classes',
  host_subset_size: 'scheduler_host_subset_size',
}

/** The text of nova.conf. Nothing in it is left to chance: no subset, no shuffling. */
export function renderConf({ release, filters, options }: Draft): string {
  const own = new Map<string, string>([
    ['host_subset_size', '1'],
    ...(release === 'zed' ? [['shuffle_best_same_weighed_hosts', 'False'] as const] : []),
    ...(filters.length > 0 ? [['enabled_filters', filters.join(',')] as const] : []),
    ...(options.get('filter_scheduler') ?? []),
  ])
  const groups = new Map([...options, ['filter_scheduler', own]])
  if (release === 'kilo') {
    const renamed = [...own].map(([name, value]) => [KILO_NAMES[name] ?? name, value] as const)
    groups.set('DEFAULT', new Map([...(options.get('DEFAULT') ?? []), ...renamed]))
    groups.delete('filter_scheduler')
  }
  const lines = [...groups].flatMap(([group, values]) => [
    `[${group}]`,
    ...[...values].map(([name, value]) => `${name} = ${value}`),
  ])
  return `${lines.join('\n')}\n`
}
