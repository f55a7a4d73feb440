import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { nova } from './command.ts'
import { folderWith } from './program.ts'

const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, '../schema/conf-check.schema.json'), 'utf8')) as object
const isReport = new Ajv({ allErrors: true }).compile(SCHEMA)

const GOOD = `[DEFAULT]
scheduler_default_filters = RetryFilter,AvailabilityZoneFilter,RamFilter,CoreFilter,DiskFilter,ComputeFilter,ServerGroupAntiAffinityFilter,ServerGroupAffinityFilter
`
const BAD = `[DEFAULT]
scheduler_default_filters = RamFilter,ComputFilter
ram_weight_multiplier = -1.0   # stack
scheduler_max_attempts = 0
verbose
isolated_hosts = a,b
`
const CLOUD = 'hosts: [{host: a}]\naggregates: [{id: 1, hosts: [a], metadata: {}}]\n'

const check = (
  text: string,
  args: readonly string[] = [],
  { columns = 0, files = {} }: { columns?: number; files?: Readonly<Record<string, string>> } = {},
): ReturnType<typeof nova> => {
  const cwd = folderWith({ ...files, 'nova.conf': text })
  return nova(['conf', 'check', '--config-file', 'nova.conf', ...args], { cwd, columns })
}

describe('conf check', () => {
  test('has nothing to say of a good file', async () => {
    expect(await check(GOOD)).toEqual({
      code: 0,
      stdout: 'nothing found in nova.conf\n',
      stderr: 'release kilo (scheduler_default_filters in [DEFAULT], nova.conf:2)\n',
    })
  })

  test('tells what is wrong where, why it matters and what to write', async () => {
    const { code, stdout } = await check('[DEFAULT]\nram_weight_multiplier = -1.0   # stack\n')
    expect(stdout.split('\n\n')[0]).toBe(
      `error: nova.conf:2: [DEFAULT] ram_weight_multiplier: "-1.0   # stack" must be a number (comment-in-value)
  why: nova.conf knows comments on lines of their own only: all that follows the = is the value. Nova starts all the same, and fails when it first reads the option. Kilo says "no such option" then.
  fix: Put the comment on a line of its own, and write ram_weight_multiplier = -1.0`,
    )
    expect(stdout).toMatch(/\n1 error, 1 warning, 0 hints\n$/)
    expect(code).toBe(2)
  })

  test('warnings alone do not fail', async () => {
    const { code, stdout } = await check('[DEFAULT]\n')
    expect(stdout).toMatch(/^warning: .*\n0 errors, 1 warning, 0 hints\n$/s)
    expect(code).toBe(0)
  })

  test.each([80, 120])('is never wider than a terminal of %d columns', async (columns) => {
    const { stdout } = await check(BAD, ['--no-color'], { columns })
    expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([])
    expect(stdout).toContain('(comment-in-value)')
  })

  test('shows ten findings that are alike, and all of them when asked', async () => {
    const lines = Array.from({ length: 25 }, (_, index) => `line ${index}\n`).join('')
    const { stdout } = await check(GOOD + lines)
    expect(stdout.match(/\(syntax\)/g)).toHaveLength(10)
    expect(stdout).toContain('and 15 more like these: --verbose shows all')
    expect(stdout).toContain('25 errors')
    const all = await check(GOOD + lines, ['--verbose'])
    expect(all.stdout.match(/\(syntax\)/g)).toHaveLength(25)
  })

  test.each([
    ['json', (text: string): unknown => JSON.parse(text)],
    ['yaml', (text: string): unknown => parse(text)],
  ])('prints %s by the shipped schema', async (format, read) => {
    const { code, stdout } = await check(BAD, ['--format', format])
    const report = read(stdout) as { counts: unknown; findings: { code: string }[] }
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true)
    expect(report.counts).toMatchObject({ error: 4 })
    expect(report.findings.slice(0, 4).map((finding) => finding.code)).toEqual([
      'filter-unknown',
      'comment-in-value',
      'max-attempts',
      'syntax',
    ])
    expect(code).toBe(2)
  })

  test('an empty report is one too', async () => {
    const { stdout } = await check(GOOD, ['--format', 'json'])
    const report: unknown = JSON.parse(stdout)
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true)
    expect(report).toMatchObject({ release: 'kilo', files: ['nova.conf'], findings: [], counts: { error: 0 } })
  })

  test('looks at an inventory when there is one', async () => {
    const text = `${GOOD.trim()},AggregateMultiTenancyIsolation\n`
    const { stdout } = await check(text, ['--inventory', 'cloud.yaml'], { files: { 'cloud.yaml': CLOUD } })
    expect(stdout).toContain('no aggregate of the inventory has filter_tenant_id')
  })

  test('an inventory that is wrong does not keep the rest from being checked', async () => {
    const files = { 'cloud.yaml': 'hosts: [{vcpus: x}]\n' }
    const { code, stdout, stderr } = await check('[DEFAULT]\n', ['--inventory', 'cloud.yaml'], { files })
    expect(stdout).toContain('(resource-unlimited)')
    expect(stderr).toContain('cloud.yaml')
    expect(code).toBe(2)
  })

  test.each([
    [['--format', 'ini'], '--format ini'],
    [['--release', 'icehouse'], 'unknown release'],
    [['--without', 'Nobody'], '--without Nobody'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await check(GOOD, args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('has help with examples', async () => {
    const { code, stdout } = await nova(['conf', 'check', '--help'], { cwd: '.' })
    expect(stdout).toMatch(/Examples:\n {2}nova-sched conf check/)
    expect(code).toBe(0)
  })
})

test('what a file says cannot reach the terminal', async () => {
  const { stdout } = await check('[DEFAULT]\nscheduler_default_filters = Ram\u001b[31mFilter,\u202e\n')
  expect(stdout).not.toMatch(/[\u001b\u202e]/)
  expect(stdout).toContain('(filter-unknown)')
})
