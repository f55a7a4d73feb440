import { describe, expect, it } from 'vitest'
import { findRelease, parseConf } from '../../src/conf/index.ts'
import { changesBetween } from '../../src/conf/release-changes.ts'
import { knownReleases, profileOf } from '../../src/conf/release-names.ts'
import { NovaSchedError } from '../../src/errors.ts'

describe('names of releases', () => {
  it.each([
    ['kilo', 11],
    ['Kilo', 11],
    ['2015.1', 11],
    ['2015.1.4', 11],
    ['liberty', 12],
    ['12', 12],
    ['12.0', 12],
    ['12.0.6', 12],
    ['2015.2', 12],
    ['mitaka', 13],
    ['2016.1', 13],
    ['yoga', 25],
    ['ZED', 26],
    ['26', 26],
    ['26.2.2', 26],
    ['2022.2', 26],
    ['antelope', 27],
    ['2023.1', 27],
    ['gazpacho', 33],
    ['33', 33],
    ['2026.1', 33],
    ['master', 34],
  ])('%s is %d', (text, number) => expect(findRelease(text)?.number).toBe(number))

  it.each(['', 'juno', '2014.2', '11', '10', '34', '2026.2', 'nope', '26.x', 'zed!', '2026.3'])(
    '%j is none',
    (text) => {
      expect(findRelease(text)).toBeNull()
    },
  )

  it('are all known', () => {
    expect(knownReleases()).toContain('kilo (2015.1), liberty (12, 2015.2)')
    expect(knownReleases()).toContain('zed (26, 2022.2), antelope (27, 2023.1)')
  })

  it('are served by the nearest rules below', () => {
    expect([11, 12, 25, 26, 32, 33, 34].map(profileOf)).toEqual([
      'kilo',
      'kilo',
      'kilo',
      'zed',
      'zed',
      '2026.1',
      '2026.1',
    ])
  })

  it('tell what changed, oldest first', () => {
    expect(changesBetween(11, 11)).toEqual([])
    expect(changesBetween(11, 12)[0]).toMatch(/^12\.0: /)
    expect(changesBetween(33, 34)).toEqual(['master: a request filter for the owner of resources is new'])
  })
})

describe('the release of a configuration', () => {
  const decide = (text: string, release?: string) => {
    const conf = parseConf(text, { release })
    return [conf.release, conf.releaseName, conf.releaseReason]
  }

  it('is the one that was asked for', () => {
    const text = '[nova_sched]\nrelease = zed\n'
    expect(decide(text, '2026.1')).toEqual(['2026.1', '2026.1', '--release 2026.1'])
    expect(decide(text)).toEqual(['zed', 'zed', '[nova_sched] release in nova.conf:2'])
    expect(decide('[Nova_Sched]\nrelease = kilo\nrelease = Zed\n')[0]).toBe('zed')
  })

  it('is read off the names in the files', () => {
    expect(decide('[DEFAULT]\nscheduler_default_filters = RamFilter\n')).toEqual([
      'kilo',
      'kilo',
      'scheduler_default_filters in [DEFAULT], nova.conf:2',
    ])
    expect(decide('[filter_scheduler]\nhost_subset_size = 1\n')).toEqual([
      'zed',
      'zed',
      'section [filter_scheduler], nova.conf:1',
    ])
    expect(decide('[DEFAULT]\ndebug = true\n[scheduler]\n')[0]).toBe('zed')
    expect(decide('[DEFAULT]\ndebug = true\n')).toEqual(['kilo', 'kilo', 'nothing says otherwise'])
    expect(decide('[nova_sched]\nrelease =\n')[0]).toBe('kilo')
  })

  it('is Kilo, with a warning, when the names are of both', () => {
    const conf = parseConf('[DEFAULT]\nscheduler_driver = x\n[filter_scheduler]\nenabled_filters = ComputeFilter\n')
    expect(conf.release).toBe('kilo')
    expect(conf.findings[0]?.message).toContain('say which with --release')
  })

  it('between two is served by the older rules, and says what differs', () => {
    const conf = parseConf('', { release: 'Yoga' })
    expect([conf.release, conf.releaseName]).toEqual(['kilo', 'yoga'])
    expect(conf.findings[0]).toMatchObject({ level: 'warning' })
    expect(conf.findings[0]?.message).toContain(
      'the rules of kilo stand in for those of yoga; these are known to differ:\n  12.0: ',
    )
    expect(conf.findings[0]?.message).not.toContain('27.0')
    expect(parseConf('', { release: 'zed' }).findings).toEqual([])
  })

  it('has its own names and defaults of options', () => {
    const text = '[filter_scheduler]\nhost_subset_size = 3\n'
    expect(parseConf(text, { release: 'yoga' }).core.host_subset_size).toBe(3)
    expect(parseConf('', { release: 'kilo' }).core.enabled_filters).toHaveLength(8)
    expect(parseConf('', { release: 'liberty' }).core.enabled_filters[3]).toBe('DiskFilter')
    expect(parseConf('', { release: 'zed' }).core.enabled_filters).toEqual([
      'ComputeFilter',
      'ComputeCapabilitiesFilter',
      'ImagePropertiesFilter',
      'ServerGroupAntiAffinityFilter',
      'ServerGroupAffinityFilter',
    ])
  })

  it.each([
    ['--release', '', 'austin', '--release: unknown release "austin"; known are kilo (2015.1)'],
    [
      'the file',
      '[nova_sched]\nrelease = austin\n',
      undefined,
      'nova.conf:2: [nova_sched] release: unknown release "austin"',
    ],
  ])('is refused when %s names none', (_, text, release, message) => {
    expect(() => parseConf(text, { release })).toThrow(NovaSchedError)
    expect(() => parseConf(text, { release })).toThrow(
      expect.objectContaining({
        code: 'RELEASE_UNKNOWN',
        message: expect.stringContaining(message) as string,
      }) as Error,
    )
  })
})
