import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('floor-judge.js', import.meta.url))

/** Measures the floor by itself, at any moment of a run. */
export interface FloorJudge {
  /**
   * Nanoseconds that the floor takes for a host and weigher now.
   *
   * @throws when the floor cannot be measured
   */
  measure(): Promise<number>
  /** Ends its process. */
  close(): void
}

/** Starts a process that measures the floor. What that says on standard error is told here too. */
export function startJudge(): FloorJudge {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async measure() {
      child.stdin.write('\n')
      const answer = await lines.next()
      if (answer.done === true) throw new Error('the floor cannot be measured')
      return Number(answer.value)
    },
    close: () => void child.stdin.end(),
  }
}
