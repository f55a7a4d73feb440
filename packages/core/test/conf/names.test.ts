import { describe, expect, it } from 'vitest'
import { parseConf } from '../../src/conf/index.ts'
import { float, int } from '../../src/plugin/options.ts'

const plugins = [
  { plugin: 'RAMWeigher', specs: { ram_weight_multiplier: float(1, { help: '' }) } },
  { plugin: 'MetricsWeigher', specs: { weight_multiplier: float(1, { help: '', group: 'metrics' }) } },
  { plugin: 'RamFilter', specs: { ram_allocation_ratio: float(1.5, { help: '' }), max_io: int(1, { help: '' }) } },
]

function warnings(text: string, release = 'kilo'): string[] {
  return parseConf(text, { release, plugins }).findings.map(({ line, message }) => `${line}: ${message}`)
}

describe('names that are nearly ours', () => {
  it.each([
    [
      '[DEFAULT]\nscheduler_defualt_filters = A\n',
      '2: "scheduler_defualt_filters" is ignored: did you mean [DEFAULT] scheduler_default_filters?',
    ],
    [
      '[DEFAULT]\nscheduler_default_filter = A\n',
      '2: "scheduler_default_filter" is ignored: did you mean [DEFAULT] scheduler_default_filters?',
    ],
    [
      '[DEFAULT]\nscheduler-max-attempts = 1\n',
      '2: "scheduler-max-attempts" is ignored: did you mean [DEFAULT] scheduler_max_attempts?',
    ],
    [
      '[DEFAULT]\nScheduler_Max_Attempts = 1\n',
      '2: "Scheduler_Max_Attempts" is ignored: did you mean [DEFAULT] scheduler_max_attempts?',
    ],
    [
      '[DEFAULT]\n--scheduler_driver = x\n',
      '2: "--scheduler_driver" is ignored: did you mean [DEFAULT] scheduler_driver?',
    ],
    [
      '[DEFAULT]\nram_wieght_multiplier = 1\n',
      '2: "ram_wieght_multiplier" is ignored: did you mean [DEFAULT] ram_weight_multiplier?',
    ],
    [
      '[metrics]\nweight_multiplyer = 1\n',
      '2: "weight_multiplyer" is ignored: did you mean [metrics] weight_multiplier?',
    ],
    ['[default]\nhost = x\n', '1: section [default] is ignored: did you mean [DEFAULT]?'],
    ['[ DEFAULT ]\nhost = x\n', '1: section [ DEFAULT ] is ignored: did you mean [DEFAULT]?'],
    ['[zoo-keeper]\naddress = x\n', '1: section [zoo-keeper] is ignored: did you mean [zookeeper]?'],
  ])('%j', (text, warning) => expect(warnings(text)).toEqual([warning]))

  it('are warned about once', () => {
    expect(warnings('[DEFAULT]\nserviec_down_time = 1\nserviec_down_time = 2\n')).toHaveLength(1)
  })
})

describe('names of another section or release', () => {
  it.each([
    [
      'zed',
      '[DEFAULT]\nscheduler_default_filters = A\n',
      '2: [DEFAULT] scheduler_default_filters is ignored: zed reads [filter_scheduler] enabled_filters',
    ],
    [
      'kilo',
      '[filter_scheduler]\nenabled_filters = A\n',
      '2: [filter_scheduler] enabled_filters is ignored: kilo reads [DEFAULT] scheduler_default_filters',
    ],
    [
      'zed',
      '[DEFAULT]\nram_weight_multiplier = 1\n',
      '2: [DEFAULT] ram_weight_multiplier is ignored: zed reads [filter_scheduler] ram_weight_multiplier',
    ],
    [
      'zed',
      '[scheduler]\nenabled_filters = A\n',
      '2: [scheduler] enabled_filters is ignored: zed reads [filter_scheduler] enabled_filters',
    ],
    [
      'zed',
      '[api]\nhost_subset_size = 1\n',
      '2: [api] host_subset_size is ignored: zed reads [filter_scheduler] host_subset_size',
    ],
    ['zed', '[DEFAULT]\nscheduler_driver = x\n', '2: [DEFAULT] scheduler_driver is ignored: zed has no such option'],
    [
      'kilo',
      '[DEFAULT]\ncpu_weight_multiplier = 1\n',
      '2: [DEFAULT] cpu_weight_multiplier is ignored: kilo has no such option; other releases read [filter_scheduler] cpu_weight_multiplier',
    ],
    [
      'zed',
      '[DEFAULT]\ndisk_weight_multiplier = 1\n',
      '2: [DEFAULT] disk_weight_multiplier is ignored: zed reads [filter_scheduler] disk_weight_multiplier',
    ],
    [
      'kilo',
      '[metrics]\nram_weight_multiplier = 1\n',
      '2: [metrics] ram_weight_multiplier is ignored: kilo reads [DEFAULT] ram_weight_multiplier',
    ],
  ])('in %s: %j', (release, text, warning) => expect(warnings(text, release)).toEqual([warning]))
})

describe('names that are not ours', () => {
  it.each([
    '[DEFAULT]\ndebug = true\nmy_ip = 1\nrpc_backend = rabbit\nlog_dir = x\ncompute_driver = y\nrabbit_host = z\ntopic = t\nworkers = 2\n',
    '[keystone_authtoken]\nmemcached_servers = x\n[api_database]\nconnection = y\n[libvirt]\nhost = z\ndriver = d\nworkers = 1\n',
    '[oslo_messaging_notifications]\ndriver = noop\n[cinder]\nos_region_name = x\n[default_group]\nx = y\n',
    '[DEFAULT]\nram_allocation_ratio = 1.0\n[filter_scheduler]\n[Default]\n',
  ])('are left alone: %j', (text) => expect(warnings(text)).toEqual([]))
})

describe('names of weighers that came after Kilo', () => {
  const specs = { disk_weight_multiplier: float(1, { help: '' }), cpu_weight_multiplier: float(1, { help: '' }) }
  const both = (group: string): string => `[${group}]\ndisk_weight_multiplier = 2\ncpu_weight_multiplier = 2\n`
  const valuesIn = (group: string, release: string): number[] => {
    return Object.values(parseConf(both(group), { release }).read(specs))
  }

  it('are read where each release has them', () => {
    expect(['liberty', 'mitaka', 'xena'].map((release) => valuesIn('DEFAULT', release))).toEqual([
      [1, 1],
      [2, 1],
      [1, 1],
    ])
    expect(['newton', 'ocata', 'rocky', 'zed'].map((release) => valuesIn('filter_scheduler', release))).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [2, 2],
    ])
  })

  it('are known while the weighers are not loaded', () => {
    expect(warnings(both('filter_scheduler'), 'zed')).toEqual([])
    expect(warnings(both('filter_scheduler'), 'pike')).toContain(
      '3: [filter_scheduler] cpu_weight_multiplier is ignored: pike has no such option',
    )
  })
})
