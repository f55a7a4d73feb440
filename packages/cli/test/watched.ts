import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { runCommand } from '../src/main.ts'

/** A command that watches, and what it has printed. */
export interface Watched {
  /**
   * Waits until the output that was not yet given holds this, and the command waits for a change again.
   *
   * @returns that output
   */
  readonly until: (pattern: RegExp) => Promise<string>
  /** The same, whatever the command does. */
  readonly sees: (pattern: RegExp) => Promise<string>
  /** Both streams, as a terminal shows them. */
  readonly output: NodeJS.WritableStream
}

/** Gathers what a command prints, and gives it piece by piece. */
export function watched(): Watched {
  const output = new PassThrough()
  let [text, given] = ['', 0]
  let look = (): void => {}
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    look()
  })
  const waitFor = (...patterns: readonly RegExp[]): Promise<string> =>
    new Promise((resolve) => {
      look = () => {
        const news = text.slice(given)
        if (!patterns.every((pattern) => pattern.test(news))) return
        given = text.length
        look = () => {}
        resolve(news)
      }
      look()
    })
  return { output, sees: waitFor, until: (pattern) => waitFor(pattern, /Ctrl-C ends\n$/) }
}

/** A command line that runs until the test is over, in this process: plugins are loaded once here. */
export function watching(
  args: readonly string[],
  { cwd, columns = 0, clock = () => 0 }: { readonly cwd: string; columns?: number; clock?: () => number },
): Watched & { readonly end: () => Promise<number> } {
  const gathered = watched()
  const { output } = gathered
  const ending = new AbortController()
  const code = runCommand(args, {
    ...{ stdout: output, stderr: output, stdin: new PassThrough(), env: { NO_COLOR: '1' }, cwd, home: cwd },
    ...{
      columns,
      stderrColumns: 0,
      clock,
      pid: 1,
      random: () => 0,
      resolveFrom: import.meta.dirname,
      signal: ending.signal,
    },
  })
  const end = (): Promise<number> => {
    ending.abort()
    return code
  }
  onTestFinished(async () => void (await end()))
  return { ...gathered, end }
}
