// Has the real Nova decide scenarios: one decide.py for each core, each with a queue of its own.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's: the one that sees the packages of the system. */
export const PYTHON = '/usr/bin/python3'
const SCRIPT = fileURLToPath(new URL('decide.py', import.meta.url))
/** Zed's version of Nova. */
const MAJOR = '26'
/** Orders that depend on hashes are the same in every run; nothing is written beside the sources. */
export const ENVIRONMENT = {
  ...process.env,
  PYTHONHASHSEED: '0',
  PYTHONWARNINGS: 'ignore',
  PYTHONDONTWRITEBYTECODE: '1',
}

/** Why the real Nova cannot be asked, in a sentence; null when it can. */
export function whyNoNova() {
  const how = 'On Debian 12: apt-get install python3-nova'
  if (!existsSync(PYTHON)) return `${PYTHON} is not there. ${how}`
  const ask = 'from nova import version; print(version.version_string())'
  const { status, stdout } = spawnSync(PYTHON, ['-c', ask], { encoding: 'utf8', env: ENVIRONMENT })
  if (status !== 0) return `python3-nova is not installed. ${how}`
  const version = stdout.trim()
  return version.startsWith(`${MAJOR}.`) ? null : `python3-nova is ${version}, and Zed is ${MAJOR}. ${how}`
}

/**
 * Starts Nova. `decide(scenario)` resolves to what Nova makes of it (`expect`), and rejects where it is no scenario;
 * `close()` ends the processes.
 */
export function openOracle(workers = availableParallelism()) {
  const pool = Array.from({ length: workers }, startWorker)
  return {
    workers,
    decide(scenario) {
      const idlest = pool.reduce((best, one) => (one.queued() < best.queued() ? one : best))
      return idlest.ask(scenario)
    },
    close: () => Promise.all(pool.map((worker) => worker.close())).then(() => undefined),
  }
}

function startWorker() {
  const waiting = []
  const child = spawn(PYTHON, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'], env: ENVIRONMENT })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { resolve, reject } = waiting.shift()
    const { expect, trouble } = JSON.parse(line)
    if (trouble === undefined) resolve(expect)
    else reject(new Error(trouble))
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  void ended.then((status) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`${SCRIPT} ended with ${status}`))
  })
  child.stdin.on('error', () => undefined)
  return {
    queued: () => waiting.length,
    ask: (scenario) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        child.stdin.write(`${JSON.stringify(scenario)}\n`)
      }),
    close() {
      child.stdin.end()
      return ended
    },
  }
}
