import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AvailabilityZoneFilter } from '../src/availability-zone-filter.ts'

const inZones = (...zones: string[]) => ({
  aggregates: zones.flatMap((zone) => aHostInAggregate({ availability_zone: zone }).aggregates),
})

describe('AvailabilityZoneFilter', () => {
  const cases = filterCases(AvailabilityZoneFilter, {
    passes: [
      { name: 'a request for any zone', host: inZones('az1'), request: { availabilityZone: null } },
      { name: 'a request for the zone without a name', host: inZones('az1'), request: { availabilityZone: '' } },
      { name: 'a host of the zone', host: inZones('az1'), request: { availabilityZone: 'az1' } },
      { name: 'a host of a list of zones', host: inZones('az0 , az1'), request: { availabilityZone: 'az1' } },
      { name: 'a host of several zones', host: inZones('az0', 'az1'), request: { availabilityZone: 'az1' } },
      { name: 'a host of no zone, for the default zone', request: { availabilityZone: 'nova' } },
      {
        name: 'a host of no zone, for another default',
        conf: { default_availability_zone: 'az1' },
        request: { availabilityZone: 'az1' },
      },
      {
        name: 'a host of an aggregate that is no zone',
        host: aHostInAggregate({ ssd: 'true' }),
        request: { availabilityZone: 'nova' },
      },
    ],
    rejects: [
      {
        name: 'a host of another zone (P02)',
        host: inZones('az2', 'az3,az2'),
        request: { availabilityZone: 'az1' },
        reason: 'other_zone',
        details: { wanted: 'az1', zones: 'az2, az3' },
        message: 'in availability zone az2, az3, wanted az1',
        changes: [
          { kind: 'availability_zone', value: 'az2' },
          { kind: 'availability_zone', value: null },
        ],
      },
      {
        name: 'a host of no zone',
        request: { availabilityZone: 'az1' },
        reason: 'other_zone',
        details: { zones: 'nova' },
        changes: [
          { kind: 'availability_zone', value: 'nova' },
          { kind: 'availability_zone', value: null },
        ],
      },
      {
        name: 'a host of the zone without a name',
        host: inZones(''),
        request: { availabilityZone: 'az1' },
        reason: 'other_zone',
        details: { zones: 'none' },
        changes: [{ kind: 'availability_zone', value: null }],
      },
      {
        name: 'a host of a zone, for the default zone',
        host: inZones('az1'),
        request: { availabilityZone: 'nova' },
        reason: 'other_zone',
      },
      { name: 'other letter case', host: inZones('AZ1'), request: { availabilityZone: 'az1' }, reason: 'other_zone' },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
