import { describe, expect, test } from 'vitest'
import { afterClaim, joiningInstance, joinsHosts } from '../../src/hosts/join-group.ts'
import { RULES } from '../../src/releases.ts'
import { aHost, aRequest } from '../../src/testing/builders.ts'
import { dataMap } from '../../src/util/freeze.ts'

describe('placed instances are known on their hosts at once', () => {
  const grouped = aRequest({ group: { updated: true } })

  test('as members of a server group, where members are counted', () => {
    expect(joinsHosts(grouped, RULES.zed)).toBe(true)
  })

  test.each([
    ['in Kilo', grouped, RULES.kilo],
    ['without a group', aRequest(), RULES.zed],
    ['without a uuid', aRequest({ uuid: null, group: { updated: true } }), RULES.zed],
  ])('not %s', (_name, request, rules) => {
    expect(joinsHosts(request, rules)).toBe(false)
  })
})

test('an instance that joins is known by what the request tells of it', () => {
  expect(joiningInstance(aRequest({ projectId: 'p', flavor: { id: 3 } }), 'u')).toEqual({
    uuid: 'u',
    project_id: 'p',
    instance_type_id: 3,
  })
  expect(joiningInstance(aRequest({ projectId: null, flavor: null }), 'u')).toMatchObject({ instance_type_id: null })
})

describe('hosts after a claim', () => {
  const uuids = ['n1', 'n2'].map((nodename) => aHost({ host: 'h', nodename }))
  const before = [...uuids, aHost({ host: 'other' })]
  const member = { uuid: 'u1', projectId: null, instanceTypeId: null }
  const claimed = aHost({ host: 'h', nodename: 'n1', numInstances: 1, instances: dataMap([['u1', member]]) })

  test('share an instance that joined with the other nodes of its host, claims apart', () => {
    const after = afterClaim(before, 0, claimed, true)
    expect(after[0]).toBe(claimed)
    expect(after[1]).toMatchObject({ nodename: 'n2', numInstances: 0, instances: { u1: member } })
    expect(after[2]).toBe(before[2])
  })

  test('share nothing where nobody joined', () => {
    expect(afterClaim(before, 0, claimed, false)).toEqual([claimed, ...before.slice(1)])
  })
})
