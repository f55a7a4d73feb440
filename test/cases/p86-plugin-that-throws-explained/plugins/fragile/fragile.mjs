import { defineFilter } from '@nova-sched/core/plugin'

export const Fragile = defineFilter({
  name: 'Fragile',
  create: () => () => (host) => {
    if (host.host === 'h7') throw new Error('the rack of h7 is not known')
    return true
  },
})
