import { defineFilter, fault } from '@nova-sched/core/plugin'

/** Hosts that the attestation service trusts, where the flavor asks for that. */
export const TrustedFilter = defineFilter({
  name: 'TrustedFilter',
  help: 'Every host, unless the flavor asks for trust:trusted_host: asking the attestation service is not built yet.',
  classPath: 'nova.scheduler.filters.trusted_filter.TrustedFilter',
  oncePerRequest: true,
  create:
    () =>
    ({ flavor }) => {
      if (flavor === null)
        throw fault('ATTRIBUTE_MISSING', 'the request has no instance_type: Nova looks for its extra specs')
      const level = flavor.extraSpecs?.['trust:trusted_host']
      if (!level) return null
      const message = `the extra spec trust:trusted_host is '${level}': this asks the attestation service, which is not built yet`
      throw fault('NOT_IMPLEMENTED', message, { level })
    },
})
