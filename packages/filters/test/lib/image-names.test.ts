import { describe, expect, test } from 'vitest'
import { canonicalArchitecture, canonicalHypervisorType, canonicalVmMode } from '../../src/lib/image-names.ts'

describe('canonical names of image properties', () => {
  test.each([
    ['x86_64', 'x86_64'],
    ['AMD64', 'x86_64'],
    ['i386', 'i686'],
    ['I486', 'i686'],
    ['i586', 'i686'],
    ['x86_32', 'i686'],
    ['x86_32p', 'i686'],
    ['ppc64le', 'ppc64le'],
    ['aarch64', 'aarch64'],
  ])('architecture %s is %s', (name, canonical) => {
    expect(canonicalArchitecture(name)).toBe(canonical)
  })

  test.each([
    ['QEMU', 'qemu'],
    ['kvm', 'kvm'],
    ['xapi', 'xen'],
    ['PowerVM', 'phyp'],
    ['baremetal', 'baremetal'],
  ])('hypervisor type %s is %s', (name, canonical) => {
    expect(canonicalHypervisorType(name)).toBe(canonical)
  })

  test.each([
    ['hvm', 'hvm'],
    ['HV', 'hvm'],
    ['pv', 'xen'],
    ['baremetal', 'hvm'],
    ['exe', 'exe'],
  ])('VM mode %s is %s', (name, canonical) => {
    expect(canonicalVmMode(name)).toBe(canonical)
  })

  const vocabularies = [
    { canonical: canonicalArchitecture, code: 'ARCHITECTURE_UNKNOWN', unknown: 'vax' },
    { canonical: canonicalHypervisorType, code: 'HYPERVISOR_TYPE_UNKNOWN', unknown: 'hvm' },
    { canonical: canonicalVmMode, code: 'VM_MODE_UNKNOWN', unknown: 'kvm' },
  ]

  test.each(vocabularies)('$code: unknown names and the empty one', ({ canonical, code, unknown }) => {
    for (const name of [unknown, '', ' xen', 'constructor']) {
      expect(() => canonical(name)).toThrow(expect.objectContaining({ code }) as Error)
    }
  })

  test.each(vocabularies)('$code: null stays null, and what is no text has no lower case', ({ canonical }) => {
    expect(canonical(null)).toBeNull()
    for (const name of [64, true, ['xen']]) {
      expect(() => canonical(name)).toThrow(expect.objectContaining({ code: 'ATTRIBUTE_MISSING' }) as Error)
    }
  })
})
