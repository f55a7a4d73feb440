import { defineFilter, fault, reject, truthy } from '@nova-sched/core/plugin'
import { networkContains, parseAddress, parseNetwork } from './lib/network.ts'

/** Hosts of one network. */
export const SimpleCIDRAffinityFilter = defineFilter({
  name: 'SimpleCIDRAffinityFilter',
  help: 'Hosts whose address is in the network of the hints build_near_host_ip and cidr.',
  classPath: 'nova.scheduler.filters.affinity_filter.SimpleCIDRAffinityFilter',
  oncePerRequest: true,
  hints: ['build_near_host_ip', 'cidr'],
  reasons: {
    other_network: 'its address {address} is not in {network}',
  },
  create: ({ rules }) => ({
    prepare({ hints }) {
      const near = hints?.['build_near_host_ip']
      if (!truthy(near)) return null
      const { cidr = '/24' } = hints ?? {}
      if (typeof near !== 'string' || typeof cidr !== 'string') {
        throw fault('TYPE_MISMATCH', 'the hints build_near_host_ip and cidr must each be one text')
      }
      const text = near + cidr
      const network = parseNetwork(text, rules.python)
      return ({ hostIp }) =>
        networkContains(network, parseAddress(hostIp)) || reject('other_network', { address: hostIp, network: text })
    },
    changes: () => [{ kind: 'hint', hint: 'build_near_host_ip', value: null }],
  }),
})
