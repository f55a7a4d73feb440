// A reader who follows a document: a home folder with a clone in it, and a shell.
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ROOT } from './setup.mjs'

const CLONE = realpathSync(ROOT)
/** What a reader's home folder is called wherever its path is printed. */
const HOME_NAME = '~'
const TIME_LIMIT = 60_000
/** Documents install what is in the clone only. */
const NPM = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_update_notifier: 'false' }

/** Starts where a reader does: in the clone, with `nova-sched` at hand. Nothing in the clone can be told from a real one. */
export function startSession() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nova-sched-docs-')))
  const [home, bin, output] = ['home', 'bin', 'output'].map((name) => join(folder, name))
  mkdirSync(home)
  mkdirSync(bin)
  symlinkSync(CLONE, join(home, 'nova-sched'))
  const command = join(bin, 'nova-sched')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${CLONE}/packages/cli/bin/nova-sched.js' "$@"\n`)
  chmodSync(command, 0o755)
  const commands = []
  let cwd = CLONE
  let status = 0
  return {
    get status() {
      return status
    },
    get isRoot() {
      return cwd === CLONE
    },
    /** Whether the shell stands in the clone, where nothing may be written. */
    get isInClone() {
      return !relative(CLONE, cwd).startsWith('..')
    },
    pathOf: (name) => resolve(cwd, name.replace(/^~/, home)),
    writeFile(name, text) {
      const path = this.pathOf(name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
    /** Whether a command so far has named a file. */
    hasUsed: (name) => commands.some((command) => command.includes(basename(name))),
    /** Runs a line; gives what it printed, both streams as they came. */
    run(line) {
      commands.push(line)
      const out = openSync(output, 'w')
      const script = `(exit ${status})\n${line}\nstatus=$?\npwd -P >'${output}.cwd'\nexit $status`
      const env = { ...NPM, PATH: `${bin}:${process.env.PATH}`, HOME: home, npm_config_prefix: join(folder, 'global') }
      const done = spawnSync('sh', ['-c', script], { cwd, env, stdio: ['ignore', out, out], timeout: TIME_LIMIT })
      closeSync(out)
      if (done.error) throw done.error
      status = done.status
      cwd = readFileSync(`${output}.cwd`, 'utf8').trimEnd()
      return readFileSync(output, 'utf8').replaceAll(home, HOME_NAME).replaceAll(CLONE, `${HOME_NAME}/nova-sched`)
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}
