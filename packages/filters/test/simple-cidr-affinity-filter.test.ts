import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { SimpleCIDRAffinityFilter } from '../src/simple-cidr-affinity-filter.ts'
import { given } from './ask.ts'

const near = (address: unknown, cidr?: unknown) => ({
  request: { hints: { build_near_host_ip: address, ...(cidr === undefined ? {} : { cidr }) } },
})

describe('SimpleCIDRAffinityFilter', () => {
  const common = { host: { hostIp: '10.0.0.124' } }
  const cases = filterCases(SimpleCIDRAffinityFilter, {
    passes: given(common, [
      { name: 'a request without the hint', request: { hints: { cidr: '/8' } } },
      { name: 'hints that are null', request: { hints: null } },
      { name: 'an empty hint', ...near('') },
      { name: 'a host of the same /24, host bits set', ...near('10.0.0.1') },
      { name: 'a host of the same network', ...near('10.0.1.1', '/23') },
      { name: 'a cidr without a slash, which is glued to the address', ...near('10.0.0.1', '24') },
      { name: 'an IPv6 host', host: { hostIp: 'fd00::7' }, ...near('fd00::1', '/64') },
    ]),
    rejects: given(common, [
      {
        name: 'a host of another network',
        ...near('10.0.1.1'),
        reason: 'other_network',
        details: { address: '10.0.0.124', network: '10.0.1.1/24' },
        message: 'its address 10.0.0.124 is not in 10.0.1.1/24',
        changes: [{ kind: 'hint', hint: 'build_near_host_ip', value: null }],
      },
      {
        name: 'another address, for an empty cidr',
        ...near('10.0.0.1', ''),
        reason: 'other_network',
        details: { network: '10.0.0.1' },
      },
      { name: 'an IPv4 host of an IPv6 network', ...near('fd00::1', '/0'), reason: 'other_network' },
    ]),
    faults: given(common, [
      { name: 'what is no address', ...near('compute-01'), code: 'ADDRESS_INVALID' },
      { name: 'a prefix that is too long', ...near('10.0.0.1', '/33'), code: 'ADDRESS_INVALID' },
      { name: 'a host without an address', host: { hostIp: null }, ...near('10.0.0.1'), code: 'ADDRESS_INVALID' },
      { name: 'a cidr that is null', ...near('10.0.0.1', null), code: 'TYPE_MISMATCH' },
      { name: 'two addresses', ...near(['10.0.0.1', '10.0.0.2']), code: 'TYPE_MISMATCH' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
