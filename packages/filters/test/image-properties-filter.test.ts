import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ImagePropertiesFilter } from '../src/image-properties-filter.ts'
import { given } from './ask.ts'

const image = (properties: Record<string, unknown> | null) => ({ request: { image: { properties } } })
const x86With = (hypervisor_version_requires: unknown) => image({ architecture: 'x86_64', hypervisor_version_requires })

describe('ImagePropertiesFilter', () => {
  const common = {
    host: {
      supportedInstances: [
        ['i686', 'kvm', 'hvm'],
        ['x86_64', 'kvm', 'hvm'],
      ],
      hypervisorVersion: 2001002,
    },
  }
  const cases = filterCases(ImagePropertiesFilter, {
    passes: given(common, [
      { name: 'an image that asks for nothing', ...image({ os_distro: 'linux' }) },
      {
        name: 'an image that asks for nothing, on a host that tells nothing',
        host: { supportedInstances: null },
        notes: [],
      },
      { name: 'a version requirement alone, whatever it says', ...image({ hypervisor_version_requires: 'new' }) },
      { name: 'what the host supports', ...image({ architecture: 'x86_64', hypervisor_type: 'kvm', vm_mode: 'hvm' }) },
      { name: 'other names of the same', ...image({ architecture: 'AMD64', vm_mode: 'hv' }) },
      {
        name: 'pv for a Xen host (P85)',
        host: { supportedInstances: [['x86_64', 'xen', 'xen']] },
        ...image({ vm_mode: 'pv' }),
      },
      {
        name: 'a value at another place of the triple',
        host: { supportedInstances: [['x86_64', 'test', 'xen']] },
        ...image({ hypervisor_type: 'xen' }),
      },
      { name: 'properties that are null', ...image({ architecture: null, vm_mode: 'hvm' }) },
      { name: 'a version within the requirement', ...x86With('>=2.1,<3.0') },
      {
        name: 'a version that the host does not tell',
        host: { ...common.host, hypervisorVersion: 0 },
        ...x86With('new'),
      },
      { name: 'an empty version requirement', ...x86With('') },
    ]),
    rejects: given(common, [
      {
        name: 'a host that tells nothing (P85)',
        host: { supportedInstances: null },
        ...image({ architecture: 'amd64' }),
        reason: 'support_unknown',
        details: { wanted: 'x86_64' },
        message: 'the image wants x86_64, the host does not tell what it supports (supported_instances)',
        notes: [
          'what the host supports is not known (supported_instances): no image that asks for anything may go there',
        ],
        changes: [{ kind: 'image_property', key: 'architecture', value: null }],
      },
      {
        name: 'a host that supports nothing',
        host: { supportedInstances: [] },
        ...image({ vm_mode: 'hvm' }),
        reason: 'support_unknown',
        notes: [],
      },
      {
        name: 'what no triple has together',
        host: {
          supportedInstances: [
            ['i686', 'kvm', 'hvm'],
            ['x86_64', 'xen', 'xen'],
          ],
        },
        ...image({ architecture: 'i386', hypervisor_type: 'xapi' }),
        reason: 'not_supported',
        details: { wanted: 'i686, xen', offered: 'i686/kvm/hvm, x86_64/xen/xen' },
        message: 'the image wants i686, xen, the host supports i686/kvm/hvm, x86_64/xen/xen',
        changes: [
          { kind: 'image_property', key: 'architecture', value: null },
          { kind: 'image_property', key: 'hypervisor_type', value: null },
        ],
      },
      {
        name: 'an older hypervisor',
        ...x86With('>=2.1.3'),
        reason: 'other_version',
        details: { wanted: '>=2.1.3', found: '2.1.2' },
        message: 'the image wants hypervisor version >=2.1.3, the host has 2.1.2',
        changes: [
          { kind: 'image_property', key: 'hypervisor_version_requires', value: null },
          { kind: 'image_property', key: 'architecture', value: null },
        ],
      },
      {
        name: 'another triple, before it looks at a wrong version',
        ...image({ architecture: 'ppc64', hypervisor_version_requires: 'new' }),
        reason: 'not_supported',
      },
    ]),
    faults: given(common, [
      { name: 'an unknown architecture', ...image({ architecture: 'z80' }), code: 'ARCHITECTURE_UNKNOWN' },
      { name: 'an empty architecture', ...image({ architecture: '' }), code: 'ARCHITECTURE_UNKNOWN' },
      { name: 'an unknown hypervisor type', ...image({ hypervisor_type: 'abacus' }), code: 'HYPERVISOR_TYPE_UNKNOWN' },
      { name: 'an unknown VM mode', ...image({ vm_mode: 'fast' }), code: 'VM_MODE_UNKNOWN' },
      { name: 'a wrong version requirement', ...x86With('6'), code: 'VALUE_MALFORMED' },
      { name: 'a version requirement that is a number', ...x86With(6), code: 'VALUE_MALFORMED' },
      {
        name: 'a host version of one number',
        host: { ...common.host, hypervisorVersion: 12 },
        ...x86With('>=2.1'),
        code: 'VALUE_MALFORMED',
      },
      { name: 'null properties', ...image(null), code: 'ATTRIBUTE_MISSING' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
