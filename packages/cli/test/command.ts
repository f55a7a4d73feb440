import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../src/main.ts'

/** How a command line ended, and what it printed. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a whole command line, as the process would. */
export async function nova(
  args: readonly string[],
  {
    cwd,
    stdin = '',
    columns = 0,
    env = {},
    clock = () => 0,
  }: {
    readonly cwd: string
    readonly stdin?: string
    readonly columns?: number
    readonly env?: Record<string, string>
    readonly clock?: () => number
  },
): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await runCommand(args, {
    stdout,
    stderr,
    stdin: Readable.from([Buffer.from(stdin)]),
    env,
    cwd,
    home: cwd,
    columns,
    stderrColumns: 0,
    clock,
    pid: 1,
    random: () => 0,
    resolveFrom: import.meta.dirname,
  })
  stdout.end()
  stderr.end()
  return { code, stdout: await text(stdout), stderr: await text(stderr) }
}
