import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DEFAULT_REQUEST_RULES } from '@nova-sched/core'
import { registerRequest } from '../src/commands/request.ts'
import { folderWith, runProgram } from './program.ts'

const FILES = {
  'cloud.yaml': `hosts: [{host: h1, instances: [{uuid: u1}]}]
aggregates: [{hosts: [h9]}]
flavors: [{name: m1, vcpus: 1, memory_mb: 512}]
server_groups: [{name: apart, policy: anti-affinity, members: [u1]}]
`,
  'boot.yaml': 'flavor: m1\ngroup: apart\ncount: 2\n',
  'two.json': '[{"flavor": "m1", "colour": "red"}, {"flavor": "m1"}]',
}

const run = (args: readonly string[], stdin = '', rules = DEFAULT_REQUEST_RULES) => {
  const register: typeof registerRequest = (program, context) =>
    registerRequest(program, context, () => Promise.resolve(rules))
  return runProgram(register, ['request', 'show', ...args], { cwd: folderWith(FILES), stdin })
}

describe('request show', () => {
  it('prints what Nova would make of a request', async () => {
    const { stdout, stderr } = await run(['boot.yaml', '--inventory', 'cloud.yaml'])
    expect(JSON.parse(stdout)).toMatchObject({
      request_spec: { num_instances: 2, instance_type: { name: 'm1', memory_mb: 512 } },
      filter_properties: {
        group_hosts: ['h1'],
        group_policies: ['anti-affinity'],
        retry: { num_attempts: 1, hosts: [] },
      },
    })
    expect(stderr).toBe('warning: cloud.yaml:2: aggregates[0].hosts[0]: aggregate 1 lists unknown host h9\n')
  })

  it('prints several as a list, in YAML without aliases', async () => {
    const { stdout, stderr } = await run(['two.json', '--inventory', 'cloud.yaml', '--format', 'yaml'])
    expect(parse(stdout)).toMatchObject([
      { request_spec: { num_instances: 1 } },
      { request_spec: { num_instances: 1 } },
    ])
    expect(stdout).not.toMatch(/[&*]a1/)
    expect(stderr).toContain('warning: two.json:1: [0].colour: is not known, and ignored')
  })

  it('reads standard input, and does without an inventory', async () => {
    const { stdout, stderr } = await run(
      ['-'],
      '{"flavor": {"vcpus": 2, "memory_mb": 4096}, "availability_zone": "az9"}',
    )
    expect(JSON.parse(stdout)).toMatchObject({ request_spec: { instance_properties: { availability_zone: 'az9' } } })
    expect(stderr).toContain('note: without --inventory zones are not checked')
  })

  it('follows the rules of the configuration, and tells notes', async () => {
    const rules = { ...DEFAULT_REQUEST_RULES, enabledFilters: ['RamFilter'], maxAttempts: 1 }
    const { stdout, stderr } = await run(['boot.yaml', '--inventory', 'cloud.yaml'], '', rules)
    expect(JSON.parse(stdout)).toMatchObject({ filter_properties: { scheduler_hints: { group: 'apart' } } })
    expect(stdout).not.toContain('retry')
    expect(stderr).toContain('note: server group apart is ignored')
  })

  it('prints nothing when the request cannot be made', async () => {
    const { stdout, error } = await run(['-', '--inventory', 'cloud.yaml'], '{"flavor": "m2"}')
    expect(stdout).toBe('')
    expect(error).toMatchObject({ code: 'FLAVOR_NOT_FOUND', exitCode: 2 })
  })

  it('shows an example in its help', async () => {
    expect((await run(['--help'])).stdout).toContain('nova-sched request show boot.yaml')
  })
})
