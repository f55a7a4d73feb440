import { defineFilter, reject } from '@nova-sched/core/plugin'

export const FailureDomainFilter = defineFilter({
  name: 'FailureDomainFilter',
  reasons: { other_domain: 'in another failure domain' },
  create: () => () => (host) => host.host.startsWith('rack1-') || reject('other_domain'),
})
