import { defineFilter } from '@nova-sched/core/plugin'

export const FailureDomainFilter = defineFilter({ name: 'FailureDomainFilter', create: () => () => () => true })
