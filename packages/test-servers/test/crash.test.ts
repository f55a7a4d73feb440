import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeWith, startMemcached, startZooKeeper } from '@nova-sched/test-servers'
import { removeFolder } from '../src/folder.ts'
import { isAlive, processesIn } from '../src/signals.ts'
import { makeServer, onFreePorts } from '../src/recipe.ts'
import { freePort } from '../src/ports.ts'
import { mariaDbRecipe } from '../src/mariadb.ts'
import { memcachedRecipe } from '../src/memcached.ts'
import { postgresRecipe } from '../src/postgres.ts'
import { zooKeeperRecipe } from '../src/zookeeper.ts'

/** A process that starts a server of the built package, tells where it is, and does what comes after. */
async function startElsewhere(start: string, then: string) {
  const script = `
    import { ${start} } from '@nova-sched/test-servers'
    const server = await ${start}()
    process.stdout.write(JSON.stringify({ pid: server.pid, folder: server.folder }))
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const told = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
  )
  return { child, gone, ...(JSON.parse(told) as { pid: number; folder: string }) }
}

const WAIT = 'setInterval(() => undefined, 1000)'

describeWith(describe, ['memcached', 'postgres'], 'a runner of tests', () => {
  test('that ends without closing leaves nothing', async () => {
    const { pid, folder, gone } = await startElsewhere('startMemcached', 'process.exit(3)')
    await gone
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(existsSync(folder)).toBe(false)
  })

  test('that has nothing more to do is not kept by its servers', async () => {
    const { pid, folder, gone } = await startElsewhere('startMemcached', '')
    await gone
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(existsSync(folder)).toBe(false)
  })

  test.skipIf(process.platform !== 'linux')(
    'that is killed leaves no process, and its folder to the next',
    async () => {
      const { child, pid, folder, gone } = await startElsewhere('startPostgres', `server.freeze(); ${WAIT}`)
      child.kill('SIGKILL')
      await gone
      await expect.poll(() => isAlive(pid)).toBe(false)
      expect(existsSync(folder)).toBe(true)

      const next = await startElsewhere('startMemcached', 'await server.close()')
      await next.gone
      expect(existsSync(folder)).toBe(false)
      await expect.poll(() => processesIn(folder)).toEqual([])
    },
  )

  test('does not touch the folders of those who live', async () => {
    const server = await startMemcached()
    const next = await startElsewhere('startMemcached', 'await server.close()')
    await next.gone
    expect(existsSync(server.folder)).toBe(true)
    await server.close()
  })
})

const RECIPES = [memcachedRecipe, zooKeeperRecipe({}), mariaDbRecipe, postgresRecipe]

describeWith(describe, ['memcached', 'zookeeper', 'mariadb', 'postgres'], 'a port', () => {
  test.each(RECIPES)('that another took is told by $kind, and another one is tried', async (recipe) => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const ports = [port, await freePort()]
    const server = await onFreePorts(async () => {
      const tried = makeServer(recipe, ports.shift() ?? 0)
      await tried.start().catch(async (error: unknown) => {
        await tried.close()
        throw error
      })
      return tried
    })
    expect(ports).toEqual([])
    await server.close()
    other.close()
  })

  test('that another server of the same kind has is not taken for ours', async () => {
    const theirs = await startMemcached()
    const ours = makeServer(memcachedRecipe, theirs.port)
    await expect(ours.start()).rejects.toThrow(/memcached on port \d+ ended with .* before it answered:\n.*in use/)
    await ours.close()
    await theirs.close()
  })
})

describeWith(describe, ['zookeeper'], 'a server that cannot start', () => {
  test('is told with the end of its log, and leaves no folder', async () => {
    const server = await startMemcached()
    const folders = () => readdirSync(dirname(server.folder)).filter((name) => name.startsWith('nova-sched-server-'))
    const before = folders()
    await expect(startZooKeeper({ conf: { tickTime: 'often' } })).rejects.toThrow(/zookeeper on port .*often/s)
    expect(folders().filter((name) => !before.includes(name))).toEqual([])
    await server.close()
    removeFolder(server.folder)
  })
})
