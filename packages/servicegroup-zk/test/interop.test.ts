import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceGroupDriver } from '@nova-sched/core/plugin'
import { describeWith, startZooKeeper, type TestServer } from '@nova-sched/test-servers'
import { freePrefix, isUp, makeDriver, until } from './lib/bench.ts'
import { kazoo, kazooMember } from './lib/kazoo.ts'

describeWith(describe, ['zookeeper', 'python3-kazoo'], 'with kazoo', () => {
  let server: TestServer
  const open: ServiceGroupDriver[] = []
  const driverOn = (conf: Record<string, unknown>, pid?: number): ServiceGroupDriver => {
    const driver = makeDriver({ address: server.address, ...conf }, pid === undefined ? {} : { pid })
    open.push(driver)
    return driver
  }
  beforeAll(async () => {
    server = await startZooKeeper()
  })
  afterEach(async () => {
    for (const driver of open.splice(0)) await driver.close()
  })
  afterAll(() => server.close())

  it('it reads our nodes as the layout has them', async () => {
    const prefix = freePrefix()
    await driverOn({ sg_prefix: prefix }, 77).join('compute-01', 'compute', { binary: 'nova-compute' })
    const tree = JSON.parse(await kazoo(server.address, 'read', prefix)) as Record<string, never>
    expect(tree).toEqual({
      'compute/compute-01': {
        data: 'ZKMembers',
        processes: {
          77: {
            data: expect.stringMatching(/^0\.\d+$/) as string,
            ephemeral: true,
            made: expect.any(Number) as number,
          },
        },
        acl: ['world:anyone:31'],
      },
    })
  })

  it('we see a membership that it wrote, and see it go', async () => {
    const prefix = freePrefix()
    const driver = driverOn({ sg_prefix: prefix })
    expect(await isUp(driver, 'compute-02')).toBe(false)
    const member = await kazooMember(server.address, prefix, 'compute-02')
    await until(async () => (await isUp(driver, 'compute-02')) === true)
    member.stdin?.end('\n')
    await until(async () => (await isUp(driver, 'compute-02')) === false)
  })

  it('nodes with other data are no members, and become so', async () => {
    const prefix = freePrefix()
    const driver = driverOn({ sg_prefix: prefix })
    const nodes = ['/compute/empty\tZKMembers', '/compute/foreign\tsomething', '/compute/foreign/12\t0.5']
    await kazoo(server.address, 'write', prefix, nodes.join('\n'))
    const liveness = await driver.snapshot('compute')
    expect(liveness.members).toEqual([])
    expect(liveness.of('empty').why).toBe(`its node under ${prefix}/compute is empty: no process of it is there`)
    expect(liveness.of('foreign').why).toMatch('does not hold ZKMembers')
    await kazoo(server.address, 'write', prefix, '/compute/foreign\tZKMembers')
    await until(async () => (await isUp(driver, 'foreign')) === true)
  })

  it('who would join where it is not seen is told', async () => {
    const prefix = freePrefix()
    await kazoo(server.address, 'write', prefix, '/compute/h1\tsomething')
    const driver = driverOn({ sg_prefix: prefix, sg_retry_interval: 0 })
    await expect(driver.join('h1', 'compute', { binary: 'nova-compute' })).rejects.toMatchObject({
      code: 'SERVICE_GROUP_TAKEN',
      message: expect.stringContaining(`${prefix}/compute/h1 holds "something" and not ZKMembers`) as string,
    })
  })

  it('a membership that somebody deletes comes back', async () => {
    const prefix = freePrefix()
    const [driver, asking] = [driverOn({ sg_prefix: prefix }, 77), driverOn({ sg_prefix: prefix })]
    await driver.join('h1', 'compute', { binary: 'nova-compute' })
    await kazoo(server.address, 'delete', `${prefix}/compute/h1/77`)
    await until(async () => (await isUp(asking, 'h1')) === true)
    expect((await asking.snapshot('compute')).members).toEqual(['h1'])
  })

  it('an ACL that keeps us out is told, by reading and by joining', async () => {
    const prefix = freePrefix()
    await kazoo(server.address, 'close-acl', `${prefix}/compute`)
    const refused = {
      code: 'SERVICE_GROUP_UNAVAILABLE',
      message: expect.stringContaining(`the ACL of ${prefix}/compute`) as string,
    }
    const driver = driverOn({ sg_prefix: prefix })
    await expect(driver.snapshot('compute')).rejects.toMatchObject(refused)
    await expect(driver.join('h1', 'compute', { binary: 'nova-compute' })).rejects.toMatchObject({
      code: 'SERVICE_GROUP_UNAVAILABLE',
      message: expect.stringContaining(`the ACL of ${prefix}/compute`) as string,
    })
    const owner = driverOn({ sg_prefix: prefix, auth: 'digest:owner:secret' })
    await owner.join('h1', 'compute', { binary: 'nova-compute' })
    expect(await isUp(owner, 'h1')).toBe(true)
  })

  it('an ACL of one host keeps only its own state from us', async () => {
    const prefix = freePrefix()
    await kazoo(server.address, 'close-acl', `${prefix}/compute/closed`)
    const driver = driverOn({ sg_prefix: prefix })
    await driver.join('h1', 'compute', { binary: 'nova-compute' })
    await until(async () => (await isUp(driver, 'h1')) === true)
    const liveness = await driver.snapshot('compute')
    expect(liveness.of('closed').state).toBe('unknown')
    expect(liveness.of('closed').why).toMatch(`the ACL of ${prefix}/compute/closed refuses us`)
  })

  it('a chroot and digest authentication: its nodes are for its holders alone', async () => {
    const base = freePrefix()
    const conf = { address: `${server.address}${base}/cloud1`, auth: 'digest:nova:a:b@#' }
    const [one, other] = [driverOn(conf), driverOn(conf)]
    await one.join('h1', 'compute', { binary: 'nova-compute' })
    expect(await isUp(other, 'h1')).toBe(true)
    const stranger = driverOn({ ...conf, auth: 'digest:nova:wrong' })
    await expect(stranger.snapshot('compute')).rejects.toThrow(`${base}/cloud1/servicegroups/compute refuses us`)
    await expect(stranger.snapshot('compute')).rejects.not.toThrow('wrong')
  })
})
