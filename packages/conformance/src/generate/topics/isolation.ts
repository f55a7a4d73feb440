import { FLAVORS, IMAGES, PROJECTS } from '../base.ts'
import { enable, setOption, tagAggregates, type Draft } from '../draft.ts'

/** Aggregates that are kept for some projects. */
export function tenants(draft: Draft): void {
  const { dice } = draft
  enable(draft, 'AggregateMultiTenancyIsolation')
  const key = (): string => dice.pick(['filter_tenant_id', 'filter_tenant_id', 'filter_tenant_id_2'])
  tagAggregates(draft, () => ({
    [key()]: dice.pick([dice.pick(PROJECTS), dice.some(PROJECTS, 2).join(dice.pick([',', ', '])), 't-', '']),
  }))
}

/** Aggregates that are kept for some flavors. */
export function flavors(draft: Draft): void {
  const { dice } = draft
  enable(draft, 'AggregateTypeAffinityFilter')
  tagAggregates(draft, () => ({
    instance_type: dice.pick([dice.pick(FLAVORS), dice.some(FLAVORS, 2).join(', '), 'm1.huge', '']),
  }))
}

/** Availability zones by aggregate, by default, and asked for. */
export function zones(draft: Draft): void {
  const { dice, requests } = draft
  enable(draft, 'AvailabilityZoneFilter')
  tagAggregates(draft, () => (dice.chance(0.8) ? { availability_zone: dice.pick(['az1', 'az2', 'az1,az2', '']) } : {}))
  if (dice.chance(0.3))
    setOption(draft, 'DEFAULT', 'default_availability_zone', dice.pick(['az2', 'internal', 'other']))
  for (const { request_spec: spec } of requests)
    spec.instance_properties['availability_zone'] = dice.pick([null, 'az1', 'az2', 'nova', 'other', 'az9', ''])
}

/** Hosts that are kept for some images. */
export function isolatedHosts(draft: Draft): void {
  const { dice, hosts } = draft
  enable(draft, 'IsolatedHostsFilter')
  const names = [...hosts.map(({ host }) => host), 'gone']
  if (dice.chance(0.8))
    setOption(draft, 'filter_scheduler', 'isolated_hosts', dice.some(names, 1).join(dice.pick([',', ' , '])))
  if (dice.chance(0.8)) setOption(draft, 'filter_scheduler', 'isolated_images', dice.some(IMAGES).join(','))
  if (dice.chance(0.5))
    setOption(draft, 'filter_scheduler', 'restrict_isolated_hosts_to_isolated_images', dice.chance(0.5))
}
