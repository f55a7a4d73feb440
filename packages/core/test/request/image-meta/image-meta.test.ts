import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NovaSchedError } from '../../../src/errors.ts'
import type { DataMap } from '../../../src/plugin/request.ts'
import { REQUEST_MAKING } from '../../../src/releases.ts'
import { imageMeta, typedImageProperties } from '../../../src/request/image-meta/index.ts'
import { dataMap } from '../../../src/util/freeze.ts'

const typed = (properties: Record<string, unknown>): DataMap =>
  imageMeta(dataMap(Object.entries(properties)), REQUEST_MAKING.zed)

function failure(properties: Record<string, unknown>, make = imageMeta): NovaSchedError {
  try {
    make(dataMap(Object.entries(properties)), REQUEST_MAKING.zed)
  } catch (error) {
    if (error instanceof NovaSchedError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('typed image properties', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'old names get current ones',
      { architecture: 'x86_64', vm_mode: 'PV' },
      { hw_architecture: 'x86_64', hw_vm_mode: 'xen' },
    ],
    ['current names win', { img_hv_type: 'kvm', hypervisor_type: 'QEMU' }, { img_hv_type: 'kvm' }],
    ['unknown names are dropped', { foo: 'x', hw_unknown: null, constructor: 1 }, {}],
    [
      'other spellings',
      { hw_architecture: 'I386', hw_vif_model: 'VirtualVmxnet3' },
      { hw_architecture: 'i686', hw_vif_model: 'vmxnet3' },
    ],
    ['an IDE adapter', { vmware_adaptertype: 'ide' }, { hw_disk_bus: 'ide' }],
    ['a SCSI adapter', { vmware_adaptertype: 'lsiLogicsas' }, { hw_disk_bus: 'scsi', hw_scsi_model: 'lsisas1068' }],
    ['no adapter', { vmware_adaptertype: '' }, {}],
    [
      'whole numbers',
      { hw_cpu_cores: ' 2 ', hw_video_ram: 64, hw_cpu_threads: 2.9 },
      { hw_cpu_cores: 2, hw_video_ram: 64, hw_cpu_threads: 2 },
    ],
    [
      'words for true',
      { hw_pmu: ' Yes ', hw_boot_menu: '1', hw_time_hpet: 'maybe' },
      { hw_pmu: true, hw_boot_menu: true, hw_time_hpet: false },
    ],
    ['numbers as text', { hw_mem_page_size: 2048, os_distro: true }, { hw_mem_page_size: '2048', os_distro: 'True' }],
    [
      'predicates as they are',
      { img_hv_requested_version: ' >= 2.6 ,<3.0a1 ' },
      { img_hv_requested_version: ' >= 2.6 ,<3.0a1 ' },
    ],
    [
      'lists of maps',
      { mappings: [{ virtual: 'ami', device: null, size: 3 }] },
      { img_mappings: [{ virtual: 'ami', device: null, size: '3' }] },
    ],
    ['uuids unchecked', { img_signature_certificate_uuid: 5 }, { img_signature_certificate_uuid: '5' }],
    [
      'NUMA lists to the first gap',
      { 'hw_numa_cpus.0': '0-3,^1', 'hw_numa_cpus.1': '', 'hw_numa_cpus.3': 'x' },
      { hw_numa_cpus: [[0, 2, 3], []] },
    ],
    [
      'memory of NUMA nodes',
      { 'hw_numa_mem.0': '512', 'hw_numa_mem.1': 256, 'hw_numa_mem.2': '256' },
      { hw_numa_mem: [512, 256, 256] },
    ],
    ['NUMA lists without a number', { hw_numa_cpus: '0', hw_numa_mem: null }, {}],
    [
      'required traits',
      { 'trait:A': 'required', 'trait:B': 'forbidden', traits_required: ['C'] },
      { traits_required: ['A'] },
    ],
  ])('%s', (_name, given, wanted) => {
    const made = typed(given)
    expect({ ...made }).toEqual(wanted)
    expect(Object.isFrozen(made)).toBe(true)
  })

  it('takes properties as they are where a release does', () => {
    const given = dataMap([['hw_cpu_cores', 'many']])
    expect(imageMeta(given, REQUEST_MAKING.kilo)).toBe(given)
  })

  it('never has what is not in its table', () => {
    const names = ['foo', 'hw_pmu', 'os_distro', '__proto__', 'trait:X', 'owner_id']
    const given = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('1', 'required', 'x'))
    fc.assert(
      fc.property(given, (properties) => {
        const known = ['hw_pmu', 'os_distro', 'traits_required', 'img_owner_id']
        expect(Object.keys(typed(properties)).filter((name) => !known.includes(name))).toEqual([])
      }),
    )
  })
})

describe('properties that do not fit', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ architecture: 'bogus' }, "Architecture name 'bogus' is not valid (see architecture of the image)"],
    [{ img_hv_type: 'Zen' }, "Hypervisor virt type 'Zen' is not valid"],
    [{ vm_mode: 'pvm' }, "Virtual machine mode 'pvm' is not valid"],
    [{ os_type: 'BSD' }, 'Field value bsd is invalid'],
    [{ hw_cpu_policy: 'Dedicated' }, 'Field value Dedicated is invalid'],
    [{ hw_tpm_version: 2 }, 'Field value 2 is invalid'],
    [{ hw_pmu: null }, "Field `hw_pmu' cannot be None"],
    [{ hw_numa_nodes: '2.0' }, "invalid literal for int() with base 10: '2.0'"],
    [{ 'hw_numa_mem.0': "it's" }, `invalid literal for int() with base 10: "it's" (see hw_numa_mem.0 of the image)`],
    [{ hw_numa_nodes: NaN }, 'cannot convert float NaN to integer'],
    [{ os_distro: [] }, 'A string is required in field os_distro, not a list'],
    [{ mappings: 'x' }, 'A list is required in field img_mappings, not a str'],
    [{ mappings: [3] }, 'A dict is required in field img_mappings[0], not a int'],
    [{ mappings: [{}, null] }, "Field `img_mappings[1]' cannot be None"],
    [{ mappings: [{ a: [] }] }, 'A string is required in field img_mappings[0][a], not a list'],
    [{ hw_video_ram: 'x', hw_cpu_cores: 'y' }, "invalid literal for int() with base 10: 'y'"],
    [{ hw_cpu_cores: 'y', os_distro: 'x', hypervisor_type: 'no' }, "Hypervisor virt type 'no' is not valid"],
    ...['2.6', '>=4', '=4.0', '>=2.6,', '', '>=1.2.3.4', '>=2.6\n', '~=1.0', 5].map(
      (version): [Record<string, unknown>, string] => [
        { hypervisor_version_requires: version },
        `Version ${version} is not a valid predicate in field img_hv_requested_version`,
      ],
    ),
  ])('%j', (properties, text) => {
    const refused = failure(properties)
    expect(refused.message).toContain(`Invalid image metadata. Error: ${text}`)
    expect(refused).toMatchObject({ code: 'REQUEST_INVALID', details: { novaError: 'InvalidRequest' } })
    const broken = failure(properties, typedImageProperties)
    expect(broken.message.startsWith(text)).toBe(true)
    expect(broken).toMatchObject({ code: 'VALUE_MALFORMED', details: { novaError: 'ValueError' } })
  })

  it.each<[Record<string, unknown>, string, string]>([
    [{ hw_architecture: 5 }, 'AttributeError', "'int' object has no attribute 'lower'"],
    [{ os_type: [] }, 'AttributeError', "'list' object has no attribute 'lower'"],
    [{ hw_vif_model: 2.5 }, 'AttributeError', "'float' object has no attribute 'lower'"],
    [{ 'hw_numa_cpus.0': null }, 'AttributeError', "'NoneType' object has no attribute 'split'"],
    [
      { 'hw_numa_mem.0': null },
      'TypeError',
      "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
    ],
    [{ hw_numa_nodes: {} }, 'TypeError', "not 'dict'"],
    [{ hw_numa_nodes: Infinity }, 'OverflowError', 'cannot convert float infinity to integer'],
    [{ 'hw_numa_cpus.0': '1-' }, 'Invalid', "Invalid range expression '1-'"],
  ])('%j breaks Nova, or is refused in other words', (properties, novaError, text) => {
    for (const make of [imageMeta, typedImageProperties]) {
      const error = failure(properties, make)
      expect(error.message).toContain(text)
      expect(error.details['novaError']).toBe(novaError)
    }
  })
})
