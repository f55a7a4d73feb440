import { defineWeigher, float } from '@nova-sched/core/plugin'

export const NumInstances = defineWeigher({
  name: 'NumInstances',
  options: { num_instances_multiplier: float(-1, { help: 'How much the number of instances counts.' }) },
  multiplier: { option: 'num_instances_multiplier' },
  create: () => () => (host) => host.numInstances,
})
