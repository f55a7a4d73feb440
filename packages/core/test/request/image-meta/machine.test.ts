import { describe, expect, test } from 'vitest'
import { PYTHON_3 } from '../../../src/plugin/python.ts'
import { typedMachine } from '../../../src/request/image-meta/index.ts'

describe('what a host says that it can run', () => {
  test.each([
    [['amd64', 'KVM', 'HVM'], 'x86_64 kvm hvm'],
    [['i386', 'xapi', 'pv'], 'i686 xen xen'],
    [['x86_64', 'lxd', 'exe', 'more'], 'x86_64 lxd exe'],
  ])('%j is kept as %s', (told, kept) => {
    expect(typedMachine(told, PYTHON_3).join(' ')).toBe(kept)
  })

  test.each<[(string | null)[], string]>([
    [['nope', 'kvm', 'hvm'], 'VALUE_MALFORMED'],
    [[null, 'kvm', 'hvm'], 'VALUE_MALFORMED'],
    [['x86_64', 'phyp', 'nope'], 'VALUE_MALFORMED'],
    [['nope', 'kvm'], 'OPERAND_MISSING'],
  ])('%j is a fault', (told, code) => {
    expect(() => typedMachine(told, PYTHON_3)).toThrow(expect.objectContaining({ code }))
  })
})
