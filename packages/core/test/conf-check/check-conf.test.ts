import { describe, expect, test } from 'vitest'
import { checkConf } from '../../src/conf-check/index.ts'
import { CONTRACT, filterModule, folderWith } from '../folder.ts'
import { IN_TREE } from '../scheduling.ts'
import { checkText, findingsOf, GOOD, GOOD_FILTERS, places } from './checking.ts'

describe('reported cases', () => {
  test('P13: built-in filters are gone when the available ones are replaced', async () => {
    const files = { 'nova_scheduler_filters.mjs': filterModule('FailureDomainFilter', '() => true') }
    const text = `[DEFAULT]
scheduler_available_filters = ./nova_scheduler_filters.mjs
scheduler_default_filters = RamFilter,FailureDomainFilter
`
    expect(await findingsOf('filter-lost', text, { files })).toMatchObject([
      {
        level: 'error',
        line: 2,
        message:
          'RamFilter is built in but not available, because scheduler_available_filters no longer lists nova.scheduler.filters.all_filters',
        fix: 'Add a line scheduler_available_filters = nova.scheduler.filters.all_filters: the option may be given several times.',
      },
    ])
  })

  test('P13: with a Python class in their place, both are told', async () => {
    const text =
      '[DEFAULT]\nscheduler_available_filters = acme.FailureDomainFilter\nscheduler_default_filters = RamFilter,FailureDomainFilter\n'
    const report = await checkText(text)
    expect(places(report).slice(0, 2)).toEqual(['python-class:2', 'filter-lost:2'])
  })

  test('P14: the list given twice, and a class path, each with its line', async () => {
    const text =
      '[DEFAULT]\n\nscheduler_default_filters = RetryFilter,RamFilter\n\n\n\n\n\nscheduler_default_filters = filterByName.FilterByName\n'
    const report = await checkText(text)
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        code: 'given-twice',
        line: 9,
        message: 'given 2 times, on lines 3 and 9: only line 9 counts',
        fix: 'Remove line 3, or write all items on one line, with commas between them.',
      }),
    )
    expect(report.findings[0]).toMatchObject({
      code: 'class-path',
      line: 9,
      message: 'filterByName.FilterByName is a class path: filters are enabled by name',
      fix: expect.stringContaining('Write FilterByName') as string,
    })
  })

  test('P16: one group filter of two refuses groups, none ignores them', async () => {
    const one = GOOD.replace(',ServerGroupAntiAffinityFilter', '')
    const none = one.replace(',ServerGroupAffinityFilter', '')
    const [refused] = await findingsOf('group-filter-missing', one)
    expect(refused?.message).toBe(
      'ServerGroupAntiAffinityFilter is not enabled: server groups with the policy anti-affinity are refused',
    )
    expect(refused?.why).toContain('UnsupportedPolicyException')
    expect(await findingsOf('groups-ignored', none)).toMatchObject([{ level: 'warning' }])
  })

  test("P17: Kilo's default list limits neither vcpus nor disk", async () => {
    const { findings } = await checkText('[DEFAULT]\ncpu_allocation_ratio = 4\n', { release: 'kilo' })
    expect(findings).toMatchObject([
      {
        code: 'resource-unlimited',
        level: 'warning',
        message: 'vcpus and disk are not limited by any filter',
        why: expect.stringContaining('cpu_allocation_ratio has no effect') as string,
        fix: expect.stringMatching(/^Write scheduler_default_filters = Retry.*,CoreFilter,DiskFilter$/) as string,
      },
    ])
  })

  test('P19: a comment behind a number, with all else that is wrong', async () => {
    const text =
      '[DEFAULT]\n\nram_weight_multiplier = -1.0   # stack\nscheduler_max_attempts = x\nservicegroup_driver = zoo\n'
    const { findings } = await checkText(text)
    expect(findings.slice(0, 3)).toMatchObject([
      { code: 'comment-in-value', line: 3, fix: expect.stringContaining('ram_weight_multiplier = -1.0') as string },
      { code: 'value-invalid', line: 4, fix: expect.stringContaining('the default is 3') as string },
      { code: 'servicegroup-unknown', line: 5, fix: 'Did you mean zk? Known are db, zk and mc.' },
    ])
  })

  test('P20: the words that users search for', async () => {
    const unknown = await findingsOf('servicegroup-unknown', '[DEFAULT]\nservicegroup_driver = zookeeper\n')
    expect(unknown[0]?.message).toContain('unknown ServiceGroup driver name: "zookeeper"')
    const [missing] = await findingsOf('memcached-missing', '[DEFAULT]\nservicegroup_driver = mc\n')
    expect(missing?.message).toContain('memcached_servers not defined')
  })

  test('P41: a plugin that drowns the others says whom', async () => {
    const module = `import { defineWeigher, float } from '${CONTRACT}'
export const plugin = defineWeigher({ name: 'FailedBuilds', options: { failed: float(-1000000, { help: '' }) },
  multiplier: { option: 'failed' }, create: () => () => () => 1 })`
    const text = `${GOOD}scheduler_weight_classes = nova.scheduler.weights.all_weighers, ./w.mjs\n`
    const [drowns] = await findingsOf('weigher-drowns', text, { files: { 'w.mjs': module } })
    expect(drowns?.message).toBe(
      'FailedBuilds counts 1000000 times as much as the next: it drowns IoOpsWeigher and RAMWeigher',
    )
  })
})

describe('what is wrong does not keep the rest from being checked', () => {
  test('a line that is refused, a file that is not there, a release that is none', async () => {
    const cwd = folderWith({ 'nova.conf': `${GOOD}verbose\nservice_down_time = 5\n[nova_sched]\nrelease = icehouse\n` })
    const report = await checkConf({ configFiles: ['nova.conf', 'gone.conf'], cwd, home: null, resolveFrom: [IN_TREE] })
    expect(places(report)).toEqual(['file-unreadable', 'syntax:3', 'release-unknown:6', 'down-time-overridden:4'])
    expect(report).toMatchObject({ release: 'kilo', files: ['nova.conf'] })
  })

  test('nothing is said of defaults when no file can be read', async () => {
    const cwd = folderWith({})
    const report = await checkConf({ configFiles: ['gone.conf'], cwd, home: null, resolveFrom: [IN_TREE] })
    expect(places(report)).toEqual(['file-unreadable'])
  })

  test('where no file is named or found, the defaults are checked', async () => {
    const cwd = folderWith({ '.git/HEAD': '' })
    const report = await checkConf({ cwd, home: cwd, resolveFrom: [IN_TREE] })
    expect(places(report)).toEqual(['no-file', 'resource-unlimited'])
  })

  test('a plugin that breaks, beside one that is not there', async () => {
    const text = `${GOOD}scheduler_weight_classes = ./broken.mjs, ./gone.mjs\nscheduler_driver = nova.scheduler.nope.Nope\n`
    const { findings } = await checkText(text, { files: { 'broken.mjs': 'export const x = {' } })
    expect(findings.filter(({ level }) => level === 'error').map(({ code, line }) => [code, line])).toEqual([
      ['plugin-broken', 3],
      ['plugin-unknown', 3],
      ['python-class', 4],
    ])
  })

  test.each([
    ['RELEASE_UNKNOWN', { release: 'icehouse' }],
    ['USAGE', { without: ['Nobody'] }],
  ])('but what the caller asked for must be right: %s', async (code, asked) => {
    await expect(checkText(GOOD, asked)).rejects.toMatchObject({ code })
  })
})

describe('the plugins of a configuration', () => {
  test('a list over several lines has the line of each name', async () => {
    const text = `[DEFAULT]\nscheduler_default_filters = ${GOOD_FILTERS},\n  RamFiltr,\n  CoreFiltr\n`
    expect((await findingsOf('filter-unknown', text)).map(({ line, fix }) => [line, fix])).toEqual([
      [3, 'Did you mean RamFilter?'],
      [4, 'Did you mean CoreFilter?'],
    ])
  })

  test("another package's class is not taken for one of Nova's with a like name", async () => {
    const text = `${GOOD}scheduler_available_filters = acme.RackFilter\n`
    expect(await findingsOf('python-class', text)).toHaveLength(1)
  })

  test("a Python function may have given Nova's own filters: they are not told as lost", async () => {
    const text = `${GOOD.trim()},AcmeFilter\nscheduler_available_filters = acme.filters.all_filters_of_acme\n`
    const { findings } = await checkText(text)
    const [error, ...others] = findings.filter(({ level }) => level === 'error')
    expect(error?.code).toBe('python-class')
    expect(error?.fix).toMatch(/^Write scheduler_available_filters = nova\.scheduler\.filters\.all_filters /)
    expect(others).toEqual([])
  })

  test('a stand-in runs under the name that it stands in for', async () => {
    const text = `[DEFAULT]
scheduler_available_filters = nova.scheduler.filters.all_filters
scheduler_available_filters = acme.ValetFilter
scheduler_default_filters = ${GOOD_FILTERS},ValetFilter
[nova_sched]
substitute = ValetFilter:./valet.mjs
`
    const module = `import { defineFilter, int } from '${CONTRACT}'
export const f = defineFilter({ name: 'Valet', options: { stalls: int(2, { help: '' }) }, create: () => () => null })`
    const withOption = text.replace('[nova_sched]', 'stalls = 3\n[nova_sched]')
    expect((await checkText(withOption, { files: { 'valet.mjs': module } })).findings).toEqual([])
  })

  test('a guessed release makes a warning of what a stated one makes an error', async () => {
    const text = '[filter_scheduler]\nenabled_filters = ComputeFilter,RetryFilter\n'
    const [guessed] = await findingsOf('not-in-release', text)
    expect(guessed).toMatchObject({ level: 'warning', fix: expect.stringContaining('--release ussuri') as string })
    const [stated] = await findingsOf('not-in-release', `${text}[nova_sched]\nrelease = zed\n`)
    expect(stated).toMatchObject({ level: 'error', fix: 'Take it out of the list.' })
  })

  test('the list for bare metal is the one that counts under IronicHostManager', async () => {
    const text = `[DEFAULT]
scheduler_host_manager = nova.scheduler.ironic_host_manager.IronicHostManager
scheduler_use_baremetal_filters = True
baremetal_scheduler_default_filters = ExactRamFilter,ComputeFiltr
`
    const { findings } = await checkText(text)
    expect(findings[0]).toMatchObject({
      code: 'filter-unknown',
      line: 4,
      path: '[DEFAULT] baremetal_scheduler_default_filters',
    })
  })

  test('ChanceScheduler asks no filter, so none is missed', async () => {
    const report = await checkText('[DEFAULT]\nscheduler_driver = nova.scheduler.chance.ChanceScheduler\n')
    expect(report.findings).toEqual([])
  })
})

describe('names', () => {
  test.each([
    ['scheduler_max_atempts = 1', 'Write scheduler_max_attempts in the section [DEFAULT].'],
    ['[metrcis]\nrequired = 1', 'Write [metrics].'],
    [
      '[pci]\nalias = {}',
      'Write pci_alias in the section [DEFAULT]. If this is another release, say which: --release.',
    ],
    [
      '[filter_scheduler]\ncpu_weight_multiplier = 1',
      'Remove the line. If this is another release, say which: --release.',
    ],
    ['least_cost_functions = x', 'Remove the line, or write scheduler_weight_classes in the section [DEFAULT].'],
  ])('%j', async (line, fix) => {
    expect((await findingsOf('name-ignored', `${GOOD}${line}\n`)).map((finding) => finding.fix)).toEqual([fix])
  })
})

test.each([
  'build_failure_weight_multiplier',
  'cpu_weight_multiplier',
  'cross_cell_move_weight_multiplier',
  'disk_weight_multiplier',
  'pci_weight_multiplier',
  'soft_affinity_weight_multiplier',
  'soft_anti_affinity_weight_multiplier',
])("%s is read by Zed's weigher, and its value checked", async (name) => {
  const report = await checkText(`[filter_scheduler]\n${name} = much\n`, { release: 'zed' })
  expect(report.findings).toContainEqual(expect.objectContaining({ level: 'error', line: 2 }))
})

describe('several files', () => {
  const check = async (first: string, second: string): Promise<string[]> => {
    const cwd = folderWith({ 'a.conf': first, 'b.conf': second })
    return places(await checkConf({ configFiles: ['a.conf', 'b.conf'], cwd, home: null, resolveFrom: [IN_TREE] }))
  }

  test('a later one may override an earlier one', async () => {
    expect(await check(`${GOOD}host = a\n`, '[DEFAULT]\nhost = b\n')).toEqual([])
  })

  test('findings come level by level, file by file, line by line', async () => {
    expect(
      await check(`${GOOD}scheduler_max_atempts = 1\n`, '[DEFAULT]\nreport_interval = 50\nhost = a\nhost = b\n'),
    ).toEqual(['name-ignored:3', 'down-time-tight:2', 'given-twice:4'])
  })
})

describe('secrets', () => {
  const SECRET = 'hunter2'

  test.each([
    [
      'given twice',
      `[database]\nconnection = mysql://nova:${SECRET}@a/nova\nconnection = mysql://nova:${SECRET}@b/nova\n`,
    ],
    ['an old name', `[DEFAULT]\nsql_connection = mysql://nova:${SECRET}@a/nova\n`],
    ['a reference', `[database]\nconnection = mysql://nova:${SECRET}$no@a/nova\n`],
    ['in the wrong place', `[DEFAULT]\nscheduler_default_filters = amqp://nova:${SECRET}@a/nova\n`],
    ['a plugin', `[DEFAULT]\nscheduler_available_filters = amqp://nova:${SECRET}@a/nova\n`],
    ['a driver', `[DEFAULT]\nservicegroup_driver = amqp://nova:${SECRET}@a/nova\n`],
    ['a comment', `[DEFAULT]\nhost = http://nova:${SECRET}@a # http://nova:${SECRET}@b\n`],
    ['a number', `[DEFAULT]\nreport_interval = http://nova:${SECRET}@a\n`],
    ['a weigher', `[DEFAULT]\nscheduler_weight_classes = http://nova:${SECRET}@a/x.mjs\n`],
    [
      'a zone',
      `[DEFAULT]\ndefault_schedule_zone = http://nova:${SECRET}@a\nscheduler_default_filters = ComputeFilter\n`,
    ],
    ['a metric', `[metrics]\nweight_setting = http://nova:${SECRET}@a\n`],
    ['a stand-in', `[nova_sched]\nsubstitute = http://nova:${SECRET}@a\n`],
    ['a line', `[DEFAULT]\nrabbit_password ${SECRET}\n`],
    [
      'a stand-in that is gone',
      `[DEFAULT]\nscheduler_available_filters = a.B\n[nova_sched]\nsubstitute = B:http://nova:${SECRET}@a\n`,
    ],
    ['an options file', `[DEFAULT]\nscheduler_json_config_location = http://nova:${SECRET}@a\n`],
    ['a release', `[nova_sched]\nrelease = http://nova:${SECRET}@a\n`],
  ])('are not told: %s', async (_name, text) => {
    const { findings } = await checkText(text)
    expect(findings).not.toEqual([])
    expect(JSON.stringify(findings)).not.toContain(SECRET)
  })
})
