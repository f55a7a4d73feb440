import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isNovaSchedError, type NovaSchedError } from '../../src/errors.ts'
import { CONTRACT, filterModule, folderWith } from '../folder.ts'
import { node, novaRequest, schedulerOver } from '../scheduling.ts'

/** The error of making a scheduler whose nova.conf names plugins in a folder of these files. */
async function errorOf(
  files: Readonly<Record<string, string>>,
  available: string,
  enabled: string,
): Promise<NovaSchedError> {
  const folder = folderWith(files)
  const conf = `[DEFAULT]\nscheduler_available_filters = nova.scheduler.filters.all_filters\nscheduler_available_filters = ${available}\nscheduler_default_filters = ${enabled}\n`
  const outcome: unknown = await schedulerOver([node('h1')], conf, { file: join(folder, 'nova.conf') }).catch(
    (error: unknown) => error,
  )
  if (!isNovaSchedError(outcome)) throw new Error(`no error, but ${String(outcome)}`)
  return outcome
}

describe('plugins that are refused at load', () => {
  const module = (text: string): Record<string, string> => ({ 'bad.mjs': text })

  test.each([
    ['that is not there', {}, 'FILTER_NOT_FOUND', /bad\.mjs could not be found/],
    ['that does not parse', module('export const x = {'), 'PLUGIN_LOAD_FAILED', /bad\.mjs/],
    ['that throws at load', module(`throw new Error('no licence')`), 'PLUGIN_LOAD_FAILED', /no licence/],
    ['that exports nothing', module(''), 'PLUGIN_INVALID', /exports nothing/],
    ['that exports the wrong thing', module('export const filter = () => true'), 'PLUGIN_INVALID', /exports filter/],
    [
      'that is a weigher',
      module(
        `import { defineWeigher } from '${CONTRACT}'\nexport const w = defineWeigher({ name: 'W', create: () => () => () => 1 })`,
      ),
      'PLUGIN_INVALID',
      /holds no filter/,
    ],
    [
      'of a contract that we do not know',
      module(
        `export const f = { name: 'Bad', create() {}, [Symbol.for('nova-sched.plugin')]: { kind: 'filter', api: 99 } }`,
      ),
      'PLUGIN_INVALID',
      /contract 99/,
    ],
    [
      'without a create function',
      module(`export const f = { name: 'Bad', [Symbol.for('nova-sched.plugin')]: { kind: 'filter', api: 1 } }`),
      'PLUGIN_INVALID',
      /no create function/,
    ],
    [
      'whose name nova.conf cannot hold',
      module(filterModule('Bad, Name', '() => true')),
      'PLUGIN_INVALID',
      /letters, digits/,
    ],
    [
      'with a name already taken',
      module(filterModule('RamFilter', '() => true')),
      'PLUGIN_DUPLICATE',
      /two plugins carry the name RamFilter: .*filters.* and .*bad\.mjs/,
    ],
    [
      'that breaks as it is made',
      module(
        `import { defineFilter } from '${CONTRACT}'\nexport const f = defineFilter({ name: 'Bad', create() { throw new Error('no server') } })`,
      ),
      'PLUGIN_INVALID',
      /Bad .*broke as it was made: no server/,
    ],
    [
      'that makes something else',
      module(
        `import { defineFilter } from '${CONTRACT}'\nexport const f = defineFilter({ name: 'Bad', create: async () => () => null })`,
      ),
      'PLUGIN_INVALID',
      /create must return a prepare function, or an object with one/,
    ],
    [
      'whose option is not declared',
      module(
        `import { defineFilter } from '${CONTRACT}'\nexport const f = defineFilter({ name: 'Bad', options: { x: 3 }, create: () => () => null })`,
      ),
      'PLUGIN_INVALID',
      /its option x is not declared/,
    ],
    [
      'that cannot be read',
      module(
        `export const f = { [Symbol.for('nova-sched.plugin')]: { kind: 'filter', api: 1 }, create() {}, get name() { throw new Error('trap') } }`,
      ),
      'PLUGIN_INVALID',
      /export 'f' cannot be read: trap/,
    ],
  ])('a plugin %s', async (_name, files, code, message) => {
    const error = await errorOf(files, './bad.mjs', 'Bad')
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.exitCode).toBe(2)
  })

  test.each([
    ['help', '42', 'a text'],
    ['classPath', '[]', 'a text'],
    ['reasons', '{ r: 5 }', 'texts by code'],
    ['reasons', "['full']", 'texts by code'],
    ['hints', "'abc'", 'a list of texts'],
    ['hints', '[5]', 'a list of texts'],
    ['aggregateKeys', "'some'", "a list of texts, or 'any'"],
    ['resources', "['ram']", "a list of 'vcpus', 'memory' and 'disk'"],
    ['filters', 'null', 'a list of texts'],
  ])('a plugin whose %s is %s', async (field, value, holds) => {
    const mark = `[Symbol.for('nova-sched.plugin')]: { kind: 'filter', api: 1 }`
    const files = module(`export const f = { name: 'Bad', create() {}, ${field}: ${value}, ${mark} }`)
    const { code, message } = await errorOf(files, './bad.mjs', 'Bad')
    expect(code).toBe('PLUGIN_INVALID')
    expect(message).toContain(`export 'f': its ${field} must be ${holds}`)
  })

  test('a package that does not say that it is ours is refused unread', async () => {
    const files = {
      'node_modules/zookeeper/package.json': '{"name": "zookeeper", "main": "index.js"}',
      'node_modules/zookeeper/index.js': `throw new Error('was loaded')`,
    }
    const error = await errorOf(files, 'zookeeper', 'RamFilter')
    expect(error.code).toBe('PLUGIN_INVALID')
    expect(error.message).toContain(`lacks the keyword 'nova-sched-plugin'`)
  })

  test('a folder without a module', async () => {
    const error = await errorOf({ 'plugins.d/README.md': '' }, './plugins.d', 'RamFilter')
    expect(error.message).toMatch(/plugins\.d: the folder holds no plugin/)
  })
})

describe('plugins that break while a request is decided', () => {
  const hosts = Array.from({ length: 10 }, (_, index) => node(`h${index + 1}`))

  async function decide(test: string): Promise<unknown> {
    const folder = folderWith({ 'bad.mjs': filterModule('Bad', test) })
    const conf = `[DEFAULT]\nscheduler_available_filters = ./bad.mjs\nscheduler_default_filters = Bad\n`
    const scheduler = await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })
    return (await scheduler.select(novaRequest())).error
  }

  test.each([
    [
      'throws on the seventh host (P86)',
      `(host) => { if (host.host === 'h7') throw new Error('out of coffee'); return true }`,
      'h7',
      'out of coffee',
    ],
    [
      'returns a promise',
      'async () => true',
      'h1',
      'the test returned a promise: a test is synchronous, do I/O in load',
    ],
    ['returns nothing', '() => undefined', 'h1', 'the test returned undefined: true, false or reject(…) is needed'],
    [
      'gives a reason that it does not declare',
      `() => reject('unknown')`,
      'h1',
      `the reason 'unknown' is not among the filter's reasons`,
    ],
    ['changes a host', '(host) => { host.numInstances = 0; return true }', 'h1', expect.stringContaining('read only')],
    [
      'changes what a host holds',
      `(host) => { host.stats.x = '1'; return true }`,
      'h1',
      expect.stringContaining('not extensible'),
    ],
  ])('a filter that %s', async (_name, body, host, message) => {
    const error = await decide(body)
    expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Bad', host, instance: 0, cause: { message } })
  })

  test.each([
    [
      'limits',
      `limits: () => ({ memory_mb: 'much' })`,
      'limits must return an object of numbers, or of objects of numbers',
    ],
    ['notes', 'notes: () => [1]', 'notes must return a list of texts'],
    ['limits that throw', `limits: () => { throw new Error('no') }`, 'no'],
  ])('a filter whose %s are wrong', async (_name, part, message) => {
    const module = `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Bad', create: () => ({ prepare: () => null, ${part} }) })`
    const folder = folderWith({ 'bad.mjs': module })
    const conf = `[DEFAULT]\nscheduler_available_filters = ./bad.mjs\nscheduler_default_filters = Bad\n`
    const { error } = await (
      await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })
    ).select(novaRequest())
    expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Bad', host: 'h1', cause: { message } })
  })

  test('a filter that changes the request', async () => {
    const folder = folderWith({
      'bad.mjs': `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Bad', create: () => (request) => { request.flavor.memoryMb = 1; return null } })`,
    })
    const conf = `[DEFAULT]\nscheduler_available_filters = ./bad.mjs\nscheduler_default_filters = Bad\n`
    const scheduler = await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })
    const decision = await scheduler.select(novaRequest())
    expect(decision.error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Bad', host: 'h1' })
  })

  test.each([
    ['nothing', '() => undefined', 'undefined'],
    ['a verdict', '() => true', 'boolean'],
    ['an object', '() => ({ test: () => true })', 'object'],
  ])('a filter that prepares %s', async (_name, prepare, kind) => {
    const module = `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Bad', create: () => ${prepare} })`
    const folder = folderWith({ 'bad.mjs': module })
    const conf = `[DEFAULT]\nscheduler_available_filters = ./bad.mjs\nscheduler_default_filters = Bad\n`
    const scheduler = await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })
    const { error } = await scheduler.select(novaRequest())
    const message = `prepare returned ${kind}: a test function or null is needed`
    expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Bad', cause: { code: 'PLUGIN_INVALID', message } })
  })

  test('a filter that says no to a host that holds none of its instances', async () => {
    const module = `import { askHolders, defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Bad', create: () => () => askHolders(['a'], () => false) })`
    const folder = folderWith({ 'bad.mjs': module })
    const conf = `[DEFAULT]\nscheduler_available_filters = ./bad.mjs\nscheduler_default_filters = Bad\n`
    for (const remembersAnswers of [true, false]) {
      const options = { file: join(folder, 'nova.conf'), remembersAnswers }
      const scheduler = await schedulerOver(hosts, conf, options)
      const { destinations } = await scheduler.select(novaRequest(2))
      expect(destinations.map(({ host }) => host)).toEqual(['h1', 'h2'])
    }
  })

  test('a filter that reads the hosts of the instance too late', async () => {
    const folder = folderWith({
      'late.mjs': `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Late', create: () => (request, hosts) => () => hosts.ofInstance.length > 0 })`,
    })
    const conf = `[DEFAULT]\nscheduler_available_filters = ./late.mjs\nscheduler_default_filters = Late\n`
    const scheduler = await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })
    const { error } = await scheduler.select(novaRequest())
    const message = 'hosts.ofInstance was read after prepare returned: read it in prepare and keep the value'
    expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Late', cause: { message } })
  })

  test('a filter that reads the request too late', async () => {
    const folder = folderWith({
      'late.mjs': `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Late', create: () => (request) => () => request.vcpus > 0 })`,
    })
    const conf = `[DEFAULT]\nscheduler_available_filters = ./late.mjs\nscheduler_default_filters = Late\n`
    const scheduler = await schedulerOver(hosts, conf, { file: join(folder, 'nova.conf') })
    const { error } = await scheduler.select(novaRequest())
    expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Late', cause: { code: 'PLUGIN_LATE_READ' } })
  })
})

test.each([
  ['hints', `request.hints.deep.push('x')`],
  ['image properties', 'request.image.properties.list.push(1)'],
])('a filter that changes %s deep down is at fault', async (_name, change) => {
  const module = `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Bad', create: () => (request) => { ${change}; return null } })`
  const folder = folderWith({ 'bad.mjs': module })
  const conf = `[DEFAULT]\nscheduler_available_filters = ./bad.mjs\nscheduler_default_filters = Bad\n`
  const scheduler = await schedulerOver([node('h1')], conf, { file: join(folder, 'nova.conf') })
  const request = novaRequest(1, {
    properties: { scheduler_hints: { deep: [] } },
    spec: { image: { properties: { list: [] } } },
  })
  expect((await scheduler.select(request)).error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Bad' })
})

test('a request for more instances than can be decided is refused', async () => {
  const scheduler = await schedulerOver([node('h1')])
  await expect(scheduler.select(novaRequest(1e9))).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
})

test.each([
  ['fails', `async () => { throw new Error('no answer from the server') }`, 'no answer from the server'],
  ['throws', `() => { throw new Error('at once') }`, 'at once'],
])('a filter whose load %s is at fault', async (_name, load, message) => {
  const module = `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Bad', create: () => ({ prepare: () => null, load: ${load} }) })`
  const folder = folderWith({ 'bad.mjs': module })
  const conf = `[DEFAULT]\nscheduler_available_filters = ./bad.mjs\nscheduler_default_filters = Bad\n`
  const scheduler = await schedulerOver([node('h1')], conf, { file: join(folder, 'nova.conf') })
  expect((await scheduler.select(novaRequest())).error).toMatchObject({ plugin: 'Bad', cause: { message } })
})

test('what load resolves to reaches prepare, and closing the scheduler ends the wait', async () => {
  const module = `import { defineFilter } from '${CONTRACT}'
export const plugin = defineFilter({ name: 'Waits', create: () => ({
  load: (request) => request.projectId === 'wait' ? new Promise(() => {}) : Promise.resolve('h2'),
  prepare: (request, hosts, wanted) => (host) => host.host === wanted,
}) })`
  const folder = folderWith({ 'waits.mjs': module })
  const conf = `[DEFAULT]\nscheduler_available_filters = ./waits.mjs\nscheduler_default_filters = Waits\n`
  const scheduler = await schedulerOver([node('h1'), node('h2')], conf, { file: join(folder, 'nova.conf') })
  expect((await scheduler.select(novaRequest())).destinations).toMatchObject([{ host: 'h2' }])
  const waiting = scheduler.select(novaRequest(1, { flavor: { project_id: 'wait' } }))
  setTimeout(() => scheduler.close(), 10)
  expect((await waiting).error).toMatchObject({ plugin: 'Waits', cause: { message: 'closed' } })
})
