import { describe, expect, it } from 'vitest'
import { type Conf, parseConf } from '../../src/conf/index.ts'
import { NovaSchedError } from '../../src/errors.ts'
import { bool, float, int, list, str } from '../../src/plugin/options.ts'

const help = { help: 'what it does' }
const RATIO = { ram_weight_multiplier: float(1, help) }

function failure(make: () => unknown): NovaSchedError {
  try {
    make()
  } catch (error) {
    if (error instanceof NovaSchedError) return error
    throw error
  }
  throw new Error('expected an error')
}

describe('core options', () => {
  it('have the names of the release in force, and their newest names as keys', () => {
    const text = '[DEFAULT]\nscheduler_host_subset_size = 2\n[filter_scheduler]\nhost_subset_size = 3\n'
    expect(parseConf(text, { release: 'kilo' }).core.host_subset_size).toBe(2)
    expect(parseConf(text, { release: 'zed' }).core.host_subset_size).toBe(3)
  })

  it('have the defaults of the release in force', () => {
    const kilo = parseConf('', { release: 'kilo' }).core
    expect(kilo.driver).toBe('nova.scheduler.filter_scheduler.FilterScheduler')
    expect(kilo.available_filters).toEqual(['nova.scheduler.filters.all_filters'])
    expect([kilo.max_attempts, kilo.service_down_time, kilo.memcached_servers, kilo.host]).toEqual([3, 60, [], null])
    expect(parseConf('', { release: 'newton' }).core.driver).toBe('filter_scheduler')
  })

  it('have the bounds of the release in force', () => {
    expect(parseConf('[DEFAULT]\nscheduler_host_subset_size = 0\n', { release: 'kilo' }).core.host_subset_size).toBe(0)
    const error = failure(() => parseConf('[filter_scheduler]\nhost_subset_size = 0\n', { release: 'zed' }))
    expect(error.message).toBe(
      'nova.conf:2: [filter_scheduler] host_subset_size: "0" must be a whole number of at least 1',
    )
  })

  it('are not inherited from [DEFAULT], whose name is spelled one way only', () => {
    expect(parseConf('[DEFAULT]\naddress = h:1\n').core.zookeeper_address).toBeNull()
    expect(parseConf('[ZooKeeper]\naddress = h:1\n').core.zookeeper_address).toBe('h:1')
    expect(parseConf('[default]\nhost = h\n').core.host).toBeNull()
  })

  it('do not change', () => {
    const { core, options, findings } = parseConf('[DEFAULT]\nscheduler_default_filters = A,B\n')
    for (const value of [core, core.enabled_filters, options, findings]) expect(Object.isFrozen(value)).toBe(true)
  })
})

describe('what users do to a nova.conf', () => {
  it('a list that is given twice keeps the last value (P14)', () => {
    const conf = parseConf(
      '[DEFAULT]\nscheduler_default_filters = RetryFilter,RamFilter\n\nscheduler_default_filters = filterByName.FilterByName\n',
    )
    expect(conf.core.enabled_filters).toEqual(['filterByName.FilterByName'])
    expect(conf.valueWithSource('enabled_filters')).toMatchObject({
      raw: 'filterByName.FilterByName',
      source: 'nova.conf:4',
    })
    expect(conf.raw('DEFAULT', 'scheduler_default_filters').map(({ line }) => line)).toEqual([2, 4])
  })

  it('available filters that are given replace the default, each with its place (P13)', () => {
    const conf = parseConf('[DEFAULT]\nscheduler_available_filters = acme\nscheduler_available_filters = ./plugins.d\n')
    expect(conf.core.available_filters).toEqual(['acme', './plugins.d'])
    const { places, source } = conf.valueWithSource('available_filters')
    expect(places.map(({ file, line, value }) => [file, line, value])).toEqual([
      ['nova.conf', 2, 'acme'],
      ['nova.conf', 3, './plugins.d'],
    ])
    expect(source).toBe('nova.conf:2, nova.conf:3')
  })

  it('a comment behind a number is part of it, and the error says where to put it (P19)', () => {
    const conf = parseConf('[DEFAULT]\n\nram_weight_multiplier = -1.0   # stack\n')
    const error = failure(() => conf.read(RATIO))
    expect(error).toMatchObject({ code: 'CONF_INVALID', exitCode: 2 })
    expect(error.message).toBe(
      'nova.conf:3: [DEFAULT] ram_weight_multiplier: "-1.0   # stack" must be a number; ' +
        'nova.conf has no comments behind values: move "# stack" to a line of its own',
    )
    expect(error.details['findings']).toMatchObject([
      {
        file: 'nova.conf',
        line: 3,
        group: 'DEFAULT',
        option: 'ram_weight_multiplier',
        value: '-1.0   # stack',
        expected: 'must be a number',
      },
    ])
  })

  it('a comment behind a text is told, since nothing refuses it', () => {
    const { findings, core } = parseConf('[DEFAULT]\nscheduler_default_filters = RamFilter # one\n')
    expect(core.enabled_filters).toEqual(['RamFilter # one'])
    expect(findings).toMatchObject([{ level: 'warning', line: 2, path: '[DEFAULT] scheduler_default_filters' }])
  })

  it('quotes around a value do not count (P20)', () => {
    expect(parseConf('[DEFAULT]\nservicegroup_driver = "zk"\n').core.servicegroup_driver).toBe('zk')
  })

  it('an empty number is refused unless it means "not set"', () => {
    expect(parseConf('[conductor]\nworkers =\n').core.conductor_workers).toBeNull()
    expect(failure(() => parseConf('[DEFAULT]\nservice_down_time =\n')).message).toContain('must not be empty')
  })

  it('all wrong values are told at once, secrets masked', () => {
    const text =
      '[DEFAULT]\nperiodic_enable = maybe\nreport_interval = 1.5\n[database]\nconnection = mysql://nova:pa$word@db/nova\n'
    const error = failure(() => parseConf(text))
    expect(error.message.split('\n')).toHaveLength(4)
    expect(error.message).toContain('nova.conf:2: [DEFAULT] periodic_enable: "maybe" must be true or false')
    expect(error.message).toContain('nova.conf:5: [database] connection: "mysql://***@db/nova" refers to $word')
  })

  it('two errors in lines are told at once too', () => {
    expect(failure(() => parseConf('[DEFAULT]\nword\n[x\n'))).toMatchObject({ code: 'CONF_SYNTAX', exitCode: 2 })
  })

  it('strict refuses what Nova refuses', () => {
    expect(parseConf('host = h\n').core.host).toBe('h')
    expect(failure(() => parseConf('host = h\n', { strict: true })).code).toBe('CONF_SYNTAX')
  })
})

describe('old names', () => {
  it('are read in the releases that read them, with one warning', () => {
    const text = '[DEFAULT]\nsql_connection = sqlite:///x\nsql_connection = sqlite:///y\n'
    const conf = parseConf(text, { release: 'kilo' })
    expect(conf.core.database_connection).toBe('sqlite:///y')
    expect(conf.findings).toMatchObject([
      { level: 'warning', line: 3, message: '[DEFAULT] sql_connection is an old name: use [database] connection' },
    ])
    expect(parseConf(text, { release: 'zed' }).core.database_connection).toBeNull()
  })

  it('give way to the new name in the same file', () => {
    const text = '[database]\nconnection = sqlite:///new\n[DEFAULT]\nsql_connection = sqlite:///old\n'
    expect(parseConf(text).core.database_connection).toBe('sqlite:///new')
  })
})

describe('options of plugins', () => {
  const specs = {
    max_io_ops_per_host: int(8, help),
    tags: list(['a'], help),
    where: str(null, { ...help, group: 'acme' }),
    on: bool(true, help),
  }

  it('stand where the release keeps scheduler options', () => {
    const text = '[DEFAULT]\nmax_io_ops_per_host = 1\n[filter_scheduler]\nmax_io_ops_per_host = 2\n[acme]\nwhere = x\n'
    const values = parseConf(text, { release: 'kilo' }).read(specs)
    expect({ ...values }).toEqual({ max_io_ops_per_host: 1, tags: ['a'], where: 'x', on: true })
    expect(parseConf(text, { release: 'zed' }).read(specs).max_io_ops_per_host).toBe(2)
    expect(parseConf('[DEFAULT]\nmax_io_ops_per_host = 1\n', { release: 'pike' }).read(specs).max_io_ops_per_host).toBe(
      1,
    )
    expect(Object.isFrozen(values)).toBe(true)
  })

  it('with names of core options stand where those do', () => {
    const period = { scheduler_driver_task_period: int(60, help) }
    expect(
      parseConf('[scheduler]\nperiodic_task_interval = 5\n', { release: 'rocky' }).read(period)
        .scheduler_driver_task_period,
    ).toBe(5)
  })

  it('are checked as soon as they are known, all together', () => {
    const plugins = [{ plugin: 'IoOpsFilter', specs }]
    const text = '[DEFAULT]\nmax_io_ops_per_host = x\non = y\nreport_interval = z\n'
    expect((failure(() => parseConf(text, { plugins })).details['findings'] as unknown[]).length).toBe(3)
    const conf: Conf = parseConf('[DEFAULT]\non = y\n')
    expect(failure(() => conf.withPlugins(plugins)).message).toContain('[DEFAULT] on: "y" must be true or false')
  })

  it('stand among the options with their owner, those of other releases do not', () => {
    const conf = parseConf('', { release: 'kilo' }).withPlugins([{ plugin: 'IoOpsFilter', specs }])
    expect(conf.options.find(({ key }) => key === 'where')).toMatchObject({ owner: 'IoOpsFilter' })
    expect(conf.options.find(({ key }) => key === 'max_placement_results')).toBeUndefined()
    expect(conf.valueWithSource('max_placement_results')).toMatchObject({ value: 1000, source: 'default' })
    expect(() => conf.valueWithSource('nope')).toThrow('no option has the key nope')
    expect(conf.valueWithSource('where')).toEqual({ value: null, raw: null, source: 'default', places: [] })
  })
})
