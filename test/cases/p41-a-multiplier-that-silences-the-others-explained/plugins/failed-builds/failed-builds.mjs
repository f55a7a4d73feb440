import { defineWeigher, float } from '@nova-sched/core/plugin'

export const FailedBuilds = defineWeigher({
  name: 'FailedBuilds',
  options: { failed_builds_multiplier: float(-1000000, { help: 'How much failed builds count.' }) },
  multiplier: { option: 'failed_builds_multiplier' },
  create: () => () => (host) => Number(host.stats.failed_builds ?? 0),
})
