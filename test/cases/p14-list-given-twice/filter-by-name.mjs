import { defineFilter } from '@nova-sched/core/plugin'

export const FilterByName = defineFilter({ name: 'FilterByName', create: () => () => () => true })
