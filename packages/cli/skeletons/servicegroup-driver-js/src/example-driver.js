import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineServiceGroupDriver, NovaSchedError, startHeartbeat, str } from '@nova-sched/core/plugin'

/** Ends the names of files that are being written. */
const BESIDE = '.new'

/** Knows who is alive by files in a folder that all hosts share: each process keeps a file of its own young. */
export const ExampleDriver = defineServiceGroupDriver({
  name: 'ExampleDriver',
  help: 'A service is up while its file in a shared folder is young.',

  // Declared once: checked when nova.conf is read, and typed in `conf` below.
  // The name is the one of nova.conf. Begin it with the name of the driver, so that it is nobody else's.
  options: {
    example_driver_folder: str('./locks', { help: 'The folder that all hosts share. It must be there.' }),
  },

  // Runs once. Time comes from `clock` and `timer`, never from the machine: that is what lets tests hand in their own.
  create({ conf, clock, timer, log, pid, random, reportInterval, serviceDownTime }) {
    const folder = conf.example_driver_folder
    // Two processes of one host have a file each.
    const token = `${pid}-${random().toString(36).slice(2)}`
    /** What stops the heartbeats of each member of this process, by its file. */
    const joined = new Map()
    const watches = new Set()

    const folderOf = (group) => join(folder, hashOf(group))
    const fileOf = (member, group) => join(folderOf(group), `${hashOf(member)}.${token}`)

    async function beat(file, member) {
      const now = new Date(clock())
      // Beside it first: whoever reads meanwhile sees the last heartbeat or this one, and nothing between.
      await writeFile(`${file}${BESIDE}`, JSON.stringify(member))
      await utimes(`${file}${BESIDE}`, now, now)
      await rename(`${file}${BESIDE}`, file)
    }

    async function leave(file) {
      const stop = joined.get(file)
      joined.delete(file)
      await stop?.()
      await rm(file, { force: true })
    }

    async function snapshot(group) {
      // A group that nobody joined has no folder; without the folder of all groups nothing is known, which is no "down".
      await asked(readdir(folder))
      const files = (await asked(readdir(folderOf(group)), 'ENOENT')) ?? []
      const heard = new Map()
      for (const name of files) {
        if (name.endsWith(BESIDE)) continue
        const file = join(folderOf(group), name)
        const read = await asked(Promise.all([readFile(file, 'utf8'), stat(file)]), 'ENOENT')
        if (read === undefined) continue
        const [text, { mtimeMs }] = read
        const member = nameIn(text)
        if (member !== null) heard.set(member, Math.max(heard.get(member) ?? 0, mtimeMs))
      }
      const of = (member) => livenessOf(heard.get(member), clock(), serviceDownTime)
      return { of, members: [...heard.keys()].filter((member) => of(member).state === 'up') }
    }

    return {
      start: async () => {},

      async join(member, group, { binary }) {
        const file = fileOf(member, group)
        if (joined.has(file)) return
        await asked(readdir(folder))
        await asked(mkdir(folderOf(group)), 'EEXIST')
        await asked(beat(file, member))
        const name = `${member} (${binary})`
        // Tells once that heartbeats are lost, and once that they arrive again.
        joined.set(file, startHeartbeat({ interval: reportInterval, timer, log, name, beat: () => beat(file, member) }))
      },

      leave: (member, group) => leave(fileOf(member, group)),
      snapshot,

      // Looks again and again. A driver whose store tells of changes would listen instead.
      watch(group, listener) {
        let isStopped = false
        let forget = () => {}
        const look = async () => {
          const liveness = await snapshot(group).catch(() => null)
          if (isStopped) return
          listener(liveness)
          forget = timer.after(Math.max(1, reportInterval) * 1000, () => void look())
        }
        const stop = () => {
          isStopped = true
          forget()
          watches.delete(stop)
        }
        watches.add(stop)
        void look()
        return stop
      },

      async close() {
        for (const stop of watches) stop()
        await Promise.all([...joined.keys()].map((file) => leave(file).catch(() => {})))
      },
    }
  },
})

/** Any name becomes the name of a file: slashes, line ends and 300 letters too. */
function hashOf(name) {
  return createHash('sha256').update(name).digest('hex').slice(0, 40)
}

/** What a file of ours holds; null for any other. */
function nameIn(text) {
  try {
    const name = JSON.parse(text)
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}

function livenessOf(heard, now, limit) {
  if (heard === undefined) return { state: 'down', updatedAt: null, validUntil: null, why: 'it has no file' }
  const until = heard + limit * 1000
  const why = `last heartbeat ${Math.round((now - heard) / 1000)} s ago, the limit is ${limit} s`
  // Up to its last millisecond; the engine makes it down by itself then.
  if (now <= until) return { state: 'up', updatedAt: heard, validUntil: until, why }
  return { state: 'down', updatedAt: heard, validUntil: null, why }
}

/** A store that cannot be asked says so in these words; it never says that everybody is down. */
async function asked(answer, expected) {
  try {
    return await answer
  } catch (error) {
    if (error.code === expected) return undefined
    throw new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', `ServiceGroup unavailable (ExampleDriver): ${error.message}`)
  }
}
