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

describe('ImagePropertiesFilter, with typed properties', () => {
  const common = { host: { supportedInstances: [['x86_64', 'lxd', 'exe']], hypervisorVersion: 2001002 } }
  const conf = { image_properties_default_architecture: 'aarch64' }
  const standsIn = 'the image names no architecture: image_properties_default_architecture (aarch64) stands in'
  const cases = filterCases(ImagePropertiesFilter, {
    release: 'zed',
    passes: given(common, [
      { name: 'an image that asks for nothing', ...image({ os_distro: 'linux' }), notes: [] },
      { name: 'a request without an image', ...image(null) },
      {
        name: 'what the host supports',
        ...image({ hw_architecture: 'x86_64', img_hv_type: 'lxd', hw_vm_mode: 'exe' }),
      },
      { name: 'a version within the requirement', ...image({ img_hv_type: 'lxd', img_hv_requested_version: '>=2.1' }) },
      { name: 'old names, which the request no longer has', ...image({ architecture: 'z80' }) },
      {
        name: 'an architecture of its own, whatever the default',
        conf,
        ...image({ hw_architecture: 'x86_64' }),
        notes: [],
      },
      {
        name: 'the default architecture',
        conf,
        host: { supportedInstances: [['aarch64', 'kvm', 'hvm']] },
        notes: [standsIn],
      },
    ]),
    rejects: given(common, [
      {
        name: 'another machine',
        ...image({ hw_architecture: 'ppc64', hw_vm_mode: 'exe' }),
        reason: 'not_supported',
        message: 'the image wants ppc64, exe, the host supports x86_64/lxd/exe',
        changes: [{ kind: 'image_property', key: 'hw_architecture', value: null }],
      },
      {
        name: 'an older hypervisor',
        ...image({ img_hv_type: 'lxd', img_hv_requested_version: '>=3.0' }),
        reason: 'other_version',
        message: 'the image wants hypervisor version >=3.0, the host has 2.1.2',
        changes: [
          { kind: 'image_property', key: 'img_hv_requested_version', value: null },
          { kind: 'image_property', key: 'img_hv_type', value: null },
        ],
      },
      {
        name: 'a host of another architecture than the default',
        conf,
        ...image({ hw_vm_mode: 'exe' }),
        reason: 'not_supported',
        details: { wanted: 'aarch64, exe', offered: 'x86_64/lxd/exe' },
        notes: [standsIn],
        changes: [{ kind: 'image_property', key: 'hw_architecture', value: 'x86_64' }],
      },
      { name: 'the same without an image', conf, ...image(null), reason: 'not_supported' },
      {
        name: 'a host that tells nothing, for the default architecture',
        conf,
        host: { supportedInstances: null },
        reason: 'support_unknown',
        notes: [
          standsIn,
          'what the host supports is not known (supported_instances): no image that asks for anything may go there',
        ],
        changes: [],
      },
    ]),
    faults: given(common, [
      {
        name: 'a host version of one number',
        host: { ...common.host, hypervisorVersion: 12 },
        ...image({ img_hv_type: 'lxd', img_hv_requested_version: '>=2.1' }),
        code: 'VALUE_MALFORMED',
      },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
