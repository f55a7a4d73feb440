import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { float, multi, str } from '@nova-sched/core/plugin'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { registerConf } from '../../src/commands/conf.ts'
import type { Context } from '../../src/context.ts'

const CONF = `[DEFAULT]
scheduler_default_filters = RamFilter, ComputeFilter
scheduler_available_filters = nova.scheduler.filters.all_filters
scheduler_available_filters = ./plugins.d
scheduler_max_atempts = 5
ram_weight_multiplier = -1
host = $$name
[database]
connection = mysql://nova:hunter2@db/nova?charset=utf8
[acme]
token = hunter2
`

const PLUGINS = [
  { plugin: 'RAMWeigher', specs: { ram_weight_multiplier: float(1, { help: 'How much free RAM counts.' }) } },
  {
    plugin: 'Acme',
    specs: {
      token: str(null, { group: 'acme', help: 'Secret.' }),
      racks: multi([], { group: 'acme', help: 'Racks.' }),
    },
  },
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nova-sched-conf-'))
  writeFileSync(join(folder, 'nova.conf'), CONF)
})
afterAll(() => rmSync(folder, { recursive: true }))

class Sink extends Writable {
  text = ''
  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

async function run(...args: string[]): Promise<{ out: string; err: string }> {
  const [stdout, stderr] = [new Sink(), new Sink()]
  const context: Context = {
    stdout,
    stderr,
    stdin: Readable.from([]),
    env: {},
    cwd: folder,
    home: folder,
    columns: 0,
    stderrColumns: 0,
    clock: () => 0,
    pid: 1,
    random: () => 0,
    resolveFrom: folder,
  }
  const program = new Command('nova-sched')
    .option('--config-file <file>', '', (value: string, before: string[] = []) => [...before, value])
    .option('--release <name>')
    .option('--strict')
    .option('--format <format>', '', 'table')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
  registerConf(
    program,
    context,
    () => {},
    () => Promise.resolve(PLUGINS),
  )
  for (const conf of program.commands)
    for (const command of [conf, ...conf.commands]) command.copyInheritedSettings(program)
  await program.parseAsync(['conf', ...args], { from: 'user' })
  return { out: stdout.text, err: stderr.text }
}

const NAMED = ['--config-file', 'nova.conf']

describe('conf show', () => {
  it('prints what is set and where it comes from', async () => {
    const { out, err } = await run('show', ...NAMED)
    expect(out).toBe(
      [
        'OPTION                                 VALUE                                            FROM',
        '[DEFAULT] scheduler_available_filters  nova.scheduler.filters.all_filters, ./plugins.d  nova.conf:3, nova.conf:4',
        '[DEFAULT] scheduler_default_filters    RamFilter,ComputeFilter                          nova.conf:2',
        '[DEFAULT] host                         $name                                            nova.conf:7',
        '[DEFAULT] ram_weight_multiplier        -1.0                                             nova.conf:6',
        '[database] connection                  mysql://***@db/nova?***                          nova.conf:9',
        '[acme] token                           ***                                              nova.conf:11',
        '',
      ].join('\n'),
    )
    expect(err).toContain('release kilo (scheduler_default_filters in [DEFAULT]')
    expect(err).toContain(
      'nova.conf:5: "scheduler_max_atempts" is ignored: did you mean [DEFAULT] scheduler_max_attempts?',
    )
    expect(err + out).not.toContain('hunter2')
  })

  it('prints every option with --all', async () => {
    const { out } = await run('show', '--all', ...NAMED)
    expect(out).toMatch(/^\[DEFAULT\] scheduler_max_attempts +3 +default$/m)
    expect(out).toMatch(/^\[acme\] racks +default$/m)
  })

  it('prints data that programs read, the same as JSON and YAML', async () => {
    const { out } = await run('show', '--format', 'json', ...NAMED)
    const data = JSON.parse(out) as { options: { name: string; value: unknown; source: string }[] }
    expect(data).toMatchObject({ release: 'kilo', files: ['nova.conf'] })
    expect(data.options).toContainEqual({
      group: 'DEFAULT',
      name: 'scheduler_default_filters',
      value: ['RamFilter', 'ComputeFilter'],
      source: 'nova.conf:2',
    })
    expect(out).not.toContain('hunter2')
    expect(parse((await run('show', '--format', 'yaml', ...NAMED)).out)).toEqual(data)
  })

  it('prints a nova.conf that means the same', async () => {
    const { out } = await run('show', '--format', 'ini', ...NAMED)
    expect(out).toContain(
      '[DEFAULT]\nscheduler_available_filters = nova.scheduler.filters.all_filters\nscheduler_available_filters = ./plugins.d\n',
    )
    expect(out).toContain('host = $$name\n')
    expect((await run('show', '--all', '--format', 'ini', ...NAMED)).out).not.toContain('<None>')
  })

  it('takes the file that is found, and says so', async () => {
    const { err } = await run('show')
    expect(err).toContain(`hint: ${join(folder, 'nova.conf')} was found`)
  })

  it('follows the release that is asked for', async () => {
    const { out, err } = await run('show', '--release', 'zed', ...NAMED)
    expect(out).not.toContain('scheduler_default_filters')
    expect(err).toContain('zed reads [filter_scheduler] enabled_filters')
  })

  it('fails with every bad value', async () => {
    writeFileSync(join(folder, 'bad.conf'), '[DEFAULT]\nreport_interval = x\nperiodic_enable = y\n')
    await expect(run('show', '--config-file', 'bad.conf')).rejects.toMatchObject({ code: 'CONF_INVALID', exitCode: 2 })
    await expect(run('show', '--config-file', 'none.conf')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })
})

describe('conf list', () => {
  it('prints every option of the release with its type, default and help', async () => {
    const { out } = await run('list', '--release', 'zed')
    expect(out).toMatch(/^\[filter_scheduler\] host_subset_size +whole number of at least 1 +1 +An instance goes to/m)
    expect(out).toMatch(/^\[filter_scheduler\] ram_weight_multiplier +number +1\.0 +How much free RAM counts\.$/m)
    expect(out).not.toContain('scheduler_default_filters')
  })

  it('prints the same as data', async () => {
    const { options } = JSON.parse((await run('list', '--release', 'kilo', '--format', 'json')).out) as {
      options: object[]
    }
    expect(options).toContainEqual({
      group: 'DEFAULT',
      name: 'ram_weight_multiplier',
      type: 'float',
      default: 1,
      help: 'How much free RAM counts.',
      owner: 'RAMWeigher',
      oldNames: [],
    })
  })
})

describe('conf sample', () => {
  it('prints a nova.conf.example of any release, whatever configuration lies around', async () => {
    writeFileSync(join(folder, 'nova.conf'), 'not a nova.conf')
    const { out, err } = await run('sample', '--release', '2026.1')
    writeFileSync(join(folder, 'nova.conf'), CONF)
    expect(out).toContain('#max_placement_results = 1000\n')
    expect(out).toContain('Read by RAMWeigher.\n#ram_weight_multiplier = 1.0\n')
    expect(err).toBe('')
  })

  it('takes the release of a configuration that is named', async () => {
    expect((await run('sample', ...NAMED)).out).toContain('# Options of nova-sched for release kilo')
  })
})

describe('help', () => {
  it.each(['show', 'list', 'sample'])('of conf %s has an example', async (name) => {
    const [stdout, stderr] = [new Sink(), new Sink()]
    const program = new Command('nova-sched').exitOverride().configureOutput({ writeOut: (text) => stdout.write(text) })
    registerConf(program, { stdout, stderr } as unknown as Context)
    for (const conf of program.commands) for (const command of conf.commands) command.copyInheritedSettings(program)
    await expect(program.parseAsync(['conf', name, '--help'], { from: 'user' })).rejects.toMatchObject({ exitCode: 0 })
    expect(stdout.text).toContain(`nova-sched conf ${name}`)
    expect(stdout.text).toMatch(/Examples?:/)
  })
})
