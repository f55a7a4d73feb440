import { defineFilter, reject } from '@nova-sched/core/plugin'
import { sizeChanges } from './lib/allocation.ts'

/** Hosts with exactly the virtual CPUs that are asked for, free: for bare metal. */
export const ExactCoreFilter = defineFilter({
  name: 'ExactCoreFilter',
  help: 'Hosts whose free virtual CPUs are exactly those of the flavor (bare metal).',
  classPath: 'nova.scheduler.filters.exact_core_filter.ExactCoreFilter',
  resources: ['vcpus'],
  reasons: {
    cpus_unknown: 'cannot tell how many CPUs it has (vcpus 0), exactly {needed} needed',
    other_cpus: 'VCPUs: {available} free, exactly {needed} needed',
  },
  create: () => ({
    prepare({ flavor }) {
      if (flavor === null) return null
      const needed = flavor.vcpus
      return ({ vcpusTotal, vcpusUsed }) => {
        if (vcpusTotal === 0) return reject('cpus_unknown', { needed })
        const available = vcpusTotal - vcpusUsed
        return available === needed || reject('other_cpus', { needed, available, unit: 'VCPU' })
      }
    },
    changes: ({ vcpusTotal, vcpusUsed }) => (vcpusTotal === 0 ? [] : sizeChanges('vcpus', vcpusTotal - vcpusUsed)),
  }),
})
