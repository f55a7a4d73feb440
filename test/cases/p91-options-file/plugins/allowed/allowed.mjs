import { defineFilter, reject } from '@nova-sched/core/plugin'

export const Allowed = defineFilter({
  name: 'Allowed',
  reasons: { not_listed: 'the options file does not list it' },
  create:
    () =>
    ({ configOptions: { allowed = [] } }) =>
    (host) =>
      allowed.includes(host.host) || reject('not_listed'),
})
