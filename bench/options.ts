import { parseArgs } from 'node:util'
import { WORKLOADS, type Workload } from './workloads.ts'

/** What a run is asked for. */
export interface Options {
  readonly isHelp: boolean
  readonly isQuick: boolean
  /** Null: no file is written. */
  readonly json: string | null
  /** In the order of {@link WORKLOADS}. */
  readonly workloads: readonly Workload[]
  /** Sizes of the clouds. */
  readonly hosts: readonly number[]
  /** Where the files of openb are; null: where they usually stand. */
  readonly openb: string | null
}

/** The options are wrong; the message says how. */
export class UsageError extends Error {}

const QUICK_HOSTS = [100, 1000, 10_000]
const ALL_HOSTS = [...QUICK_HOSTS, 100_000]

/** Larger clouds are not made up. */
const MOST_HOSTS = 1_000_000

export const HELP = `usage: npm run bench -- [--quick] [--json FILE] [--workload NAME]… [--hosts N,N] [--openb FOLDER]

Times decisions beside a floor, a loop written by hand that makes the same ones, and beside the real Nova where Debian's
python3-nova is installed. A run is void when the floor takes more than 4 ns for a host and weigher, at 10,000 hosts.

  --quick          up to 10,000 hosts, few decisions, each row once; otherwise rows of clouds up to 10,000 hosts are timed
                   in three processes, of which the middle counts
  --json FILE      also write the figures there
  --workload NAME  only this one; may be given several times
  --hosts N,N      clouds of these sizes (default ${ALL_HOSTS.join(',')})
  --openb FOLDER   where the files of openb are (default: shared/inventories beside the clone)
  --help

Workloads:
${WORKLOADS.map(({ name, about }) => `  ${name.padEnd(22)}  ${about}`).join('\n')}

Examples:
  npm run bench -- --quick --json before.json
  npm run bench -- --workload repeating-spread --workload hard-all-equal --hosts 1000,10000
  npm run bench:compare -- before.json after.json

Exit code: 0; 1 when a placement is wrong, which is told; 2 for wrong options.
`

/**
 * Reads the command line.
 *
 * @throws UsageError
 */
export function readOptions(args: readonly string[]): Options {
  const { quick, json, workload, hosts, openb, help } = parsed(args)
  return {
    isHelp: help,
    isQuick: quick,
    json: json ?? null,
    workloads: workload === undefined ? WORKLOADS : WORKLOADS.filter(({ name }) => named(workload).has(name)),
    hosts: hosts === undefined ? (quick ? QUICK_HOSTS : ALL_HOSTS) : hosts.split(',').map(hostCount),
    openb: openb ?? null,
  }
}

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
  workload: { type: 'string', multiple: true },
  hosts: { type: 'string' },
  openb: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(error.message)
  }
}

function named(names: readonly string[]): ReadonlySet<string> {
  const unknown = names.find((name) => !WORKLOADS.some((workload) => workload.name === name))
  if (unknown === undefined) return new Set(names)
  throw new UsageError(`there is no workload ${unknown}: there are ${WORKLOADS.map(({ name }) => name).join(', ')}`)
}

function hostCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count > 0 && count <= MOST_HOSTS) return count
  throw new UsageError(`--hosts: ${text === '' ? 'an empty number' : text}: whole numbers from 1 to ${MOST_HOSTS}`)
}
