// Has the real Nova decide the benchmark's requests, and tells how long it took.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ENVIRONMENT, PYTHON } from './oracle.mjs'

const SCRIPT = fileURLToPath(new URL('time_core.py', import.meta.url))

/** Resolves to what time_core.py answers to a question; rejects where it ends without an answer. */
export function timeNova(question) {
  return new Promise((resolve, reject) => {
    const child = spawn(PYTHON, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'], env: ENVIRONMENT })
    const answer = []
    child.stdout.on('data', (part) => answer.push(part))
    child.once('error', reject)
    child.once('close', (status) => {
      if (status === 0) resolve(JSON.parse(Buffer.concat(answer).toString()))
      else reject(new Error(`${SCRIPT} ended with ${status}`))
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(question))
  })
}
