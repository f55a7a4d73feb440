import { aHost, aRequest, filterCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { ComputeCapabilitiesFilter } from '../src/compute-capabilities-filter.ts'
import { answerOf, given, verdictOf } from './ask.ts'

const wanting = (extraSpecs: Record<string, unknown> | null) => ({
  request: { flavor: { extraSpecs: extraSpecs as Record<string, string> | null } },
})
const cpuInfo =
  '{"arch": "x86_64", "features": ["sse2", "avx"], "topology": {"cores": 4, "load": 0.30000000000000004}, "none": null}'
const features = 'capabilities:cpu_info:features'

describe('ComputeCapabilitiesFilter', () => {
  const common = { host: { cpuInfo, vcpusTotal: 8, stats: { num_instances: '3', note: '' } } }
  const cases = filterCases(ComputeCapabilitiesFilter, {
    passes: given(common, [
      { name: 'a flavor without extra specs (P31)', ...wanting(null) },
      { name: 'a flavor with no extra spec (P31)', ...wanting({}) },
      {
        name: 'keys of other scopes (P22, P23)',
        ...wanting({ 'hw:watchdog_action': 'reset', 'quota:disk_total_iops_sec': '500' }),
      },
      { name: 'a number as text (P25)', ...wanting({ 'capabilities:vcpus_total': '8' }) },
      { name: '= as "at least", equal (P25)', ...wanting({ 'capabilities:vcpus_total': '= 8' }) },
      {
        name: '= as "at least", more (P25)',
        host: { vcpusTotal: 9 },
        ...wanting({ 'capabilities:vcpus_total': '= 8' }),
      },
      { name: 'one of several (P25)', ...wanting({ 'capabilities:vcpus_total': '<or> 8 <or> 16' }) },
      { name: 'a key without a scope', ...wanting({ hypervisor_type: 'QEMU' }) },
      { name: 'a stat', ...wanting({ 'capabilities:num_instances': '<= 3' }) },
      { name: 'a stat that is empty text', ...wanting({ 'capabilities:note': '' }) },
      {
        name: 'an attribute that is null, by the stat of its name',
        host: { hypervisorType: null, stats: { hypervisor_type: 'KVM' } },
        ...wanting({ hypervisor_type: 'KVM' }),
      },
      { name: 'within cpu_info', ...wanting({ 'capabilities:cpu_info:topology:cores': '>= 4' }) },
      { name: 'a list, by a word within its text', ...wanting({ [features]: '<in> avx' }) },
      { name: 'a list, by its whole text in Python 2', ...wanting({ [features]: "[u'sse2', u'avx']" }) },
      { name: 'a float, by twelve digits in Python 2', ...wanting({ 'capabilities:cpu_info:topology:load': '0.3' }) },
      { name: 'text at the end of the path, as it is', ...wanting({ 'capabilities:cpu_info': '<in> "arch"' }) },
    ]),
    rejects: given(common, [
      {
        name: 'another value (P07)',
        ...wanting({ [features]: '<in> avx512' }),
        reason: 'value_differs',
        details: { key: features, wanted: '<in> avx512', found: "[u'sse2', u'avx']", remark: '' },
        message: `extra spec ${features} wants "<in> avx512", the host has [u'sse2', u'avx']`,
        notes: [],
        changes: [
          { kind: 'extra_spec', key: features, value: "[u'sse2', u'avx']" },
          { kind: 'extra_spec', key: features, value: null },
        ],
      },
      {
        name: 'a capability that the host does not report (P07)',
        ...wanting({ 'capabilities:cpu_info:model': 'Haswell' }),
        reason: 'no_capability',
        details: { key: 'capabilities:cpu_info:model', wanted: 'Haswell', found: null },
        message: 'extra spec capabilities:cpu_info:model wants "Haswell": the host reports no such capability',
        changes: [{ kind: 'extra_spec', key: 'capabilities:cpu_info:model', value: null }],
      },
      {
        name: 'a key without a scope that the host does not know (P22)',
        ...wanting({ hw_watchdog_action: 'reset' }),
        reason: 'no_capability',
        details: { key: 'hw_watchdog_action' },
        message:
          'extra spec hw_watchdog_action wants "reset": the host reports no such capability (a key without a scope is ' +
          'taken for a capability of the host; hw:watchdog_action is ignored by this filter)',
        notes: [
          'the release in force rejects a host that does not know hw_watchdog_action; later ones ignore such keys',
        ],
        changes: [{ kind: 'extra_spec', key: 'hw_watchdog_action', value: null }],
      },
      {
        name: 'another value of a key without a scope',
        ...wanting({ vcpus_total: '9' }),
        reason: 'value_differs',
        details: {
          remark:
            ' (a key without a scope is taken for a capability of the host; one of another scope, such as hw:, is ignored by this filter)',
        },
        notes: [],
      },
      { name: 'a null within JSON', ...wanting({ 'capabilities:cpu_info:none': 'None' }), reason: 'no_capability' },
      {
        name: 'a host without cpu_info',
        host: { cpuInfo: null },
        ...wanting({ [features]: '<in> avx' }),
        reason: 'no_capability',
      },
      {
        name: 'cpu_info that is not JSON (P07)',
        host: { cpuInfo: '{features: avx' },
        ...wanting({ [features]: '<in> avx' }),
        reason: 'not_json',
        details: { key: features, wanted: '<in> avx', part: 'cpu_info' },
        message: `extra spec ${features} wants "<in> avx": cpu_info of the host is not valid JSON`,
      },
      {
        name: 'text within cpu_info that is not JSON',
        ...wanting({ 'capabilities:cpu_info:arch:bits': '64' }),
        reason: 'not_json',
        details: { part: 'cpu_info:arch' },
      },
      {
        name: 'a step into a list',
        ...wanting({ 'capabilities:cpu_info:features:0': 'sse2' }),
        reason: 'no_capability',
      },
      { name: 'a capability without a name', ...wanting({ 'capabilities:': 'x' }), reason: 'no_capability' },
      {
        name: 'text against text (P25)',
        ...wanting({ 'capabilities:vcpus_total': 's== 08' }),
        reason: 'value_differs',
        details: { found: '8' },
      },
      {
        name: 'an operator without a blank, which is text',
        ...wanting({ 'capabilities:vcpus_total': '>=4' }),
        reason: 'value_differs',
      },
      {
        name: '= as "at least", less (P25)',
        host: { vcpusTotal: 7 },
        ...wanting({ 'capabilities:vcpus_total': '= 8' }),
        reason: 'value_differs',
        message: 'extra spec capabilities:vcpus_total wants "= 8", the host has 7',
        changes: [
          { kind: 'extra_spec', key: 'capabilities:vcpus_total', value: '7' },
          { kind: 'extra_spec', key: 'capabilities:vcpus_total', value: null },
        ],
      },
      {
        name: 'a smaller number that would be the greater text (P25)',
        ...wanting({ 'capabilities:vcpus_total': '>= 300' }),
        reason: 'value_differs',
        details: { found: '8' },
      },
      {
        name: 'two capabilities, of which one change is not enough',
        ...wanting({ 'capabilities:vcpus_total': '= 9', 'capabilities:x': '1' }),
        reason: 'value_differs',
        changes: [],
      },
      {
        name: 'an earlier key, before it looks at a wrong number',
        ...wanting({ 'capabilities:x': '1', 'capabilities:vcpus_total': '>= 4GB' }),
        reason: 'no_capability',
      },
    ]),
    faults: given(common, [
      { name: 'a number that is none', ...wanting({ 'capabilities:vcpus_total': '>= 4GB' }), code: 'VALUE_MALFORMED' },
      {
        name: 'a capability that is no number',
        ...wanting({ 'capabilities:hypervisor_type': '>= 4' }),
        code: 'VALUE_MALFORMED',
      },
      { name: '<or> without a value', ...wanting({ 'capabilities:vcpus_total': '<or>' }), code: 'OPERAND_MISSING' },
      { name: 'a value that is no text', ...wanting({ 'capabilities:vcpus_total': 8 }), code: 'ATTRIBUTE_MISSING' },
      { name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' },
      { name: 'the same in Zed', release: 'zed', request: { flavor: null }, code: 'FIELD_NOT_LOADED' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)

  test('leaves a key without a scope alone where the release does, unless the host knows it (P22)', () => {
    const rules = { unknownCapabilityRejects: false }
    const ask = (extraSpecs: Record<string, string>, host = aHost({ hypervisorType: null })) =>
      verdictOf(ComputeCapabilitiesFilter, { host, request: aRequest(wanting(extraSpecs).request), rules })
    const documented = { host: aHost(), request: aRequest(wanting({ hw_watchdog_action: 'reset' }).request), rules }
    expect(answerOf(ComputeCapabilitiesFilter, documented)).toEqual({ rejection: null, notes: [], changes: [] })
    expect(ask({ hypervisor_type: 'QEMU' })).toMatchObject({ reason: 'no_capability' })
    expect(ask({ vcpus_total: '9' })).toMatchObject({ reason: 'value_differs' })
    expect(ask({ 'capabilities:hw_watchdog_action': 'reset' })).toMatchObject({ reason: 'no_capability' })
  })

  const later = filterCases(ComputeCapabilitiesFilter, {
    release: 'zed',
    passes: given(common, [
      { name: 'what later hosts tell', ...wanting({ failed_builds: '0', 'capabilities:num_io_ops': '<= 1_0' }) },
      {
        name: 'a list, printed as Python 3 does',
        host: { cpuInfo: '{"features": ["aes", "vmx"]}' },
        ...wanting({ 'capabilities:cpu_info:features': "['aes', 'vmx']" }),
      },
      {
        name: 'a key that a node never reported, without a scope',
        host: { hasReported: false, stats: {} },
        ...wanting({ stats: 'x', io_workload: '3' }),
      },
    ]),
    rejects: given(common, [
      {
        name: 'what a node never reported',
        host: { hasReported: false, stats: {} },
        ...wanting({ 'capabilities:stats:io_workload': '3' }),
        reason: 'no_capability',
      },
      {
        name: 'a name that the host has, and a node that never reported has no value for',
        host: { hasReported: false, supportedInstances: null },
        ...wanting({ supported_instances: 'x' }),
        reason: 'no_capability',
      },
    ]),
  })
  for (const { name, run } of later) test(`later: ${name}`, run)
})
