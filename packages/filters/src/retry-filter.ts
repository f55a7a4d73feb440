import { defineFilter, reject, required } from '@nova-sched/core/plugin'

/** Hosts on which these instances have not failed before. */
export const RetryFilter = defineFilter({
  name: 'RetryFilter',
  help: 'Hosts that were not tried before for the same instances; other nodes of a tried host pass.',
  classPath: 'nova.scheduler.filters.retry_filter.RetryFilter',
  reasons: {
    tried_before: 'was tried before and failed; this is attempt {attempt}',
  },
  create: () => ({
    prepare({ retry }) {
      if (retry === null) return null
      const tried = new Map<string, Set<string>>()
      for (const [host, nodename] of required(retry.hosts, 'retry.hosts')) {
        tried.set(host, (tried.get(host) ?? new Set()).add(nodename))
      }
      if (tried.size === 0) return null
      return ({ host, nodename }) =>
        !tried.get(host)?.has(nodename) || reject('tried_before', { attempt: retry.numAttempts })
    },
    changes: () => [{ kind: 'forget_attempt' }],
  }),
})
