import { aHost, aHostInAggregate, aRequest, filterCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { AggregateImagePropertiesIsolation } from '../src/aggregate-image-properties-isolation.ts'
import { given, notesOf } from './ask.ts'

const image = (properties: Record<string, unknown> | null) => ({ request: { image: { properties } } })
const namespace = { aggregate_image_properties_isolation_namespace: 'iso' }

describe('AggregateImagePropertiesIsolation', () => {
  const windows = aHostInAggregate({ os_distro: 'windows', 'iso.os': 'any' })
  const both = {
    ...windows,
    aggregates: [...windows.aggregates, ...aHostInAggregate({ os_distro: 'linux , bsd' }).aggregates],
  }
  const common = { host: windows }
  const cases = filterCases(AggregateImagePropertiesIsolation, {
    passes: given(common, [
      { name: 'a host of no aggregate', host: {}, ...image({ os_distro: 'linux' }) },
      { name: 'an image without properties (P28)' },
      { name: 'an image with the value', ...image({ os_distro: 'windows', other: 'x' }) },
      { name: 'a property that is empty', ...image({ os_distro: '' }) },
      { name: 'one of the values of several aggregates', host: both, ...image({ os_distro: 'bsd' }) },
      { name: 'a key outside of the namespace', conf: namespace, ...image({ os_distro: 'linux' }) },
      {
        name: 'the namespace with another separator',
        conf: { ...namespace, aggregate_image_properties_isolation_separator: ':' },
        ...image({ 'iso.os': 'linux' }),
      },
      { name: 'a list where no aggregate sets the key', ...image({ tags: ['a'] }) },
      { name: 'null properties where no aggregate sets anything', host: {}, ...image(null) },
      {
        name: 'null properties where no key is in the namespace',
        conf: { aggregate_image_properties_isolation_namespace: 'none' },
        ...image(null),
      },
    ]),
    rejects: given(common, [
      {
        name: 'an image with another value (P28)',
        ...image({ os_distro: 'linux' }),
        reason: 'value_differs',
        details: { key: 'os_distro', found: 'linux', wanted: 'windows' },
        message: 'the image has os_distro linux, the aggregates of the host set it to windows',
        changes: [
          { kind: 'image_property', key: 'os_distro', value: 'windows' },
          { kind: 'image_property', key: 'os_distro', value: null },
          { kind: 'aggregate_metadata', aggregate: 1, key: 'os_distro', value: 'windows,linux' },
        ],
      },
      {
        name: 'an image with a third value',
        host: both,
        ...image({ os_distro: 'mac' }),
        reason: 'value_differs',
        details: { wanted: 'windows, linux, bsd' },
      },
      { name: 'a key of the namespace', conf: namespace, ...image({ 'iso.os': 'linux' }), reason: 'value_differs' },
      {
        name: 'an empty value of the aggregate',
        host: aHostInAggregate({ os_distro: '' }),
        ...image({ os_distro: 'linux' }),
        reason: 'value_differs',
      },
      {
        name: 'a number, which no text equals',
        host: aHostInAggregate({ min: '1' }),
        ...image({ min: 1 }),
        reason: 'value_differs',
        changes: [
          { kind: 'image_property', key: 'min', value: '1' },
          { kind: 'image_property', key: 'min', value: null },
        ],
      },
      {
        name: 'an image with two other values, of which one change is not enough',
        ...image({ os_distro: 'linux', 'iso.os': 'none' }),
        reason: 'value_differs',
        changes: [],
      },
    ]),
    faults: given(common, [
      { name: 'a list', ...image({ os_distro: ['windows'] }), code: 'TYPE_MISMATCH' },
      { name: 'null properties', ...image(null), code: 'ATTRIBUTE_MISSING' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)

  const typed = {
    host: aHostInAggregate({ hw_cpu_cores: '4', hw_boot_menu: 'True', hw_numa_mem: '[512]', os_distro: 'windows' }),
  }
  const typedCases = filterCases(AggregateImagePropertiesIsolation, {
    release: 'zed',
    passes: given(typed, [
      { name: 'a request without an image', ...image(null) },
      {
        name: 'the text of a number, a truth value and a list',
        ...image({ hw_cpu_cores: 4, hw_boot_menu: true, hw_numa_mem: [512] }),
      },
      { name: 'false and 0, as if they were not there', ...image({ hw_cpu_cores: 0, hw_boot_menu: false }) },
    ]),
    rejects: given(typed, [
      {
        name: 'another number',
        ...image({ hw_cpu_cores: 8 }),
        reason: 'value_differs',
        details: { key: 'hw_cpu_cores', found: '8', wanted: '4' },
        message: 'the image has hw_cpu_cores 8, the aggregates of the host set it to 4',
        changes: [
          { kind: 'image_property', key: 'hw_cpu_cores', value: '4' },
          { kind: 'image_property', key: 'hw_cpu_cores', value: null },
          { kind: 'aggregate_metadata', aggregate: 1, key: 'hw_cpu_cores', value: '4,8' },
        ],
      },
      {
        name: 'true in lower case, which is not the text of it',
        host: aHostInAggregate({ hw_boot_menu: 'true' }),
        ...image({ hw_boot_menu: true }),
        reason: 'value_differs',
        details: { found: 'True', wanted: 'true' },
      },
      { name: 'a list of which only a part is there', ...image({ hw_numa_mem: [512, 512] }), reason: 'value_differs' },
    ]),
  })
  for (const { name, run } of typedCases) test(`typed properties: ${name}`, run)

  test('tells which properties the image lacks (P28)', () => {
    const host = aHostInAggregate({ os_distro: 'windows', availability_zone: 'az1', os_version: '10' })
    const lacking = (properties: Record<string, string> | null, conf = {}) =>
      notesOf(AggregateImagePropertiesIsolation, { host, request: aRequest({ image: { properties } }), conf })
    const rest = 'AggregateImagePropertiesIsolation only rejects on a differing value'
    expect(lacking({})).toEqual([`image lacks os_distro, os_version; ${rest}`])
    expect(lacking({ os_distro: 'windows' })).toEqual([`image lacks os_version; ${rest}`])
    expect(lacking({}, namespace)).toEqual([])
    expect(notesOf(AggregateImagePropertiesIsolation, { host: aHost(), request: aRequest() })).toEqual([])
  })
})
