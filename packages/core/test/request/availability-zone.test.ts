import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkZone, knownZones, parseAvailabilityZone, zoneOfForcedHost } from '../../src/request/availability-zone.ts'
import { DEFAULT_REQUEST_RULES } from '../../src/request/rules.ts'
import { build, CLOUD } from './cloud.ts'

describe('parseAvailabilityZone', () => {
  it.each([
    [null, null, null, null],
    ['', null, null, null],
    ['az1', 'az1', null, null],
    ['az1:h1', 'az1', ['h1'], null],
    ['az1:h1:n1', 'az1', ['h1'], ['n1']],
    ['az1::n1', 'az1', null, ['n1']],
    [':h1', null, ['h1'], null],
    ['::n1', null, null, ['n1']],
    ['az1:', 'az1', null, null],
    ['az1::', 'az1', null, null],
    ['az1:h1:', 'az1', ['h1'], null],
    [':', null, null, null],
    ['::', null, null, null],
    [' az1: h1', ' az1', [' h1'], null],
    ['AZ1:H1', 'AZ1', ['H1'], null],
  ])('%j', (text, zone, forceHosts, forceNodes) => {
    expect(parseAvailabilityZone(text, null)).toEqual({ zone, forceHosts, forceNodes })
    expect(parseAvailabilityZone(text, 'zz:h9').zone).toBe(zone ?? 'zz:h9')
  })

  it('(P52) refuses three colons and more, and nothing else', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ':', ' '), maxLength: 8 })
    fc.assert(
      fc.property(text, (zone) => {
        const read = (): unknown => parseAvailabilityZone(zone, null)
        if (zone.split(':').length > 3) expect(read).toThrow(/Unable to parse availability_zone/)
        else expect(read).not.toThrow()
      }),
    )
  })
})

describe('known zones', () => {
  const check = (zone: string, forceHosts: string[] | null = null): void => {
    checkZone({ zone, forceHosts, forceNodes: null }, CLOUD, DEFAULT_REQUEST_RULES)
  }

  it('are those of enabled services, the default one where a host is in none', () => {
    expect([...knownZones(CLOUD, DEFAULT_REQUEST_RULES)]).toEqual(['az1', 'nova', 'internal'])
  })

  it.each(['az1', 'nova', 'internal'])('%s is known', (zone) => expect(() => check(zone)).not.toThrow())

  it('refuses others, and the zones of disabled hosts', () => {
    expect(() => check('AZ1')).toThrow(
      'The requested availability zone is not available: AZ1, did you mean az1? (known are az1, nova)',
    )
    expect(() => check('az3')).toThrow(expect.objectContaining({ code: 'AVAILABILITY_ZONE_UNKNOWN' }))
  })

  it('asks nothing of the zone when a host is forced, but does for a node', () => {
    expect(() => check('az9', ['h1'])).not.toThrow()
    expect(() => build({ availability_zone: 'az9::n1' })).toThrow(/not available: az9/)
  })

  it('holds for the default zone too', () => {
    expect(() => build({}, { defaultScheduleZone: 'az9' })).toThrow(/not available: az9/)
  })

  it('knows a host of two zones under both together only', () => {
    const aggregates = [{ id: 1, hosts: ['h1'], metadata: { availability_zone: 'az1,az2' } }]
    const cloud = { hosts: [{ host: 'h1' }], aggregates }
    const zone = (name: string) => () => {
      checkZone({ zone: name, forceHosts: null, forceNodes: null }, cloud, DEFAULT_REQUEST_RULES)
    }
    expect(zone('az1,az2')).not.toThrow()
    expect(zone('az2')).toThrow(/only together with others, as "az1,az2"/)
  })
})

describe('the zone beside a forced host', () => {
  const aggregates = [
    { id: 1, hosts: ['h1', 'h3'], metadata: { ssd: 'true' } },
    { id: 2, hosts: ['h1'], metadata: { availability_zone: 'az1' } },
    { id: 3, hosts: ['h1'], metadata: { availability_zone: 'az2' } },
    { id: 4, hosts: ['h4'], metadata: { availability_zone: 'nova' } },
  ]
  const kept = (text: string, forcedHostDecidesZone = true) => {
    return zoneOfForcedHost(parseAvailabilityZone(text, null), { aggregates }, DEFAULT_REQUEST_RULES, {
      forcedHostDecidesZone,
    })
  }

  it.each([
    ['az1:h1', 'az1'],
    ['az1:h1:n1', 'az1'],
    ['az2:h1', null],
    ['nova:h1', null],
    ['nova:h2', 'nova'],
    ['az1:h2', null],
    ['nova:h3', 'nova'],
    ['nova:h4', 'nova'],
    ['nova::n1', 'nova'],
    ['az1::n1', null],
    [':h1', null],
    ['az9', 'az9'],
    ['az9:', 'az9'],
  ])('%s leaves %s', (text, zone) => {
    const { choice, notes } = kept(text)
    expect(choice.zone).toBe(zone)
    expect(choice).toMatchObject({ ...parseAvailabilityZone(text, null), zone })
    expect(notes.length > 0).toBe(zone === null && !text.startsWith(':'))
  })

  it('is told when it is dropped', () => {
    expect(kept('az9:h1').notes).toEqual(['the availability zone az9 is dropped: host h1 is not in it'])
    expect(kept('az9::n1').notes).toEqual(['the availability zone az9 is dropped: no host is forced beside the node'])
  })

  it('stays in releases that do not look', () => {
    expect(kept('az9:h1', false)).toEqual({ choice: parseAvailabilityZone('az9:h1', null), notes: [] })
  })
})
