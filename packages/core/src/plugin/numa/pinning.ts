import { fault } from '../fault.ts'
import { intSetOrder } from '../python/int-set.ts'
import type { PythonRules } from '../python/rules.ts'
import { freeCpus, ownedCpus, type GuestCell } from './guest-cell.ts'
import type { NumaRules } from './rules.ts'
import { lacking, lackOf, type Lack } from './lack.ts'
import type { HostCell } from './topology.ts'

/** Host CPUs of one core that are free, in the order in which Nova takes them. */
type Core = readonly number[]

/** Host CPUs for the owned CPUs of a cell, and those for emulator threads. */
interface Choice {
  readonly cpus: readonly number[]
  readonly reserved: readonly number[]
}

/** What is to be chosen. */
interface Wish {
  readonly owned: number
  /** How many host CPUs more are needed for emulator threads. */
  readonly reserved: number
  /** Cores that are used are used by nobody else. */
  readonly isolated: boolean
}

/**
 * Gives each owned CPU of an instance's cell a free host CPU, and writes that to the cell.
 *
 * @param reserved - host CPUs that are needed for emulator threads beside
 * @returns null when all have one
 * @throws VALUE_MALFORMED when the host does not tell its cores, and thread policies need to know
 */
export function pinCpus(host: HostCell, cell: GuestCell, reserved: number, rules: NumaRules): Lack | null {
  const owned = ownedCpus(cell.asked, rules)
  const free = freeCpus(host, rules)
  const lack = lackOf('not_enough_owned_cpus', 'CPU', owned.length + reserved, free.length)
  if (lack !== null) return lack
  const choice = rules.ownedCpusAreApart
    ? byThreadPolicy(host, cell, { owned: owned.length, reserved, isolated: isIsolated(cell) }, free, rules)
    : byGuestThreads(host, cell, owned.length, free, rules)
  if ('reason' in choice) return choice
  cell.id = host.id
  cell.cpuPinning = Object.freeze(owned.map((guest, index) => Object.freeze([guest, choice.cpus[index] ?? 0] as const)))
  cell.reservedCpus = Object.freeze(choice.reserved)
  return null
}

function isIsolated({ asked }: GuestCell): boolean {
  return asked.cpuThreadPolicy === 'isolate'
}

/**
 * Nova takes CPUs as Python walks sets of them. A core of a compute's report has become another set four times before a
 * filter sees it, and what is free of it is one more; each may walk in another order.
 */
const REBUILT = 4

const walks = new WeakMap<Core, Core>()

function walkOf(core: Core, python: PythonRules): Core {
  let walk = walks.get(core)
  if (walk === undefined) {
    walk = core
    for (let time = 0; time < REBUILT; time++) walk = intSetOrder(walk, python)
    walks.set(core, walk)
  }
  return walk
}

/** What few pinned CPUs leave is walked as all are; else it is a set of its own. */
function freeWalk({ pcpuset, pinnedCpus }: HostCell, isFree: ReadonlySet<number>, python: PythonRules): Core {
  const walk = walkOf(pcpuset, python).filter((cpu) => isFree.has(cpu))
  return Math.floor(pcpuset.length / 4) > pinnedCpus.length ? walk : intSetOrder(walk, python)
}

function freeCores(host: HostCell, free: readonly number[], { python, ownedCpusAreApart }: NumaRules): readonly Core[] {
  const isFree = new Set(free)
  return host.siblings.map((core) => {
    // What two sets have in common is looked for along the smaller one.
    const isSmaller = !ownedCpusAreApart || isFree.size > core.length
    const walk = isSmaller ? walkOf(core, python) : freeWalk(host, isFree, python)
    const left = walk.filter((cpu) => isFree.has(cpu) && core.includes(cpu))
    return intSetOrder(left, python)
  })
}

const withThreads = (cores: readonly Core[], threads: number): readonly Core[] => {
  return cores.filter((core) => core.length >= threads)
}

const mostThreads = (cores: readonly Core[]): number => cores.reduce((most, core) => Math.max(most, core.length), 0)

/** As many threads of each core as can be, the same number of all; in the end any free CPUs, if the policy allows it. */
function byThreadPolicy(
  host: HostCell,
  cell: GuestCell,
  wish: Wish,
  free: readonly number[],
  rules: NumaRules,
): Choice | Lack {
  if (host.siblings.length === 0) {
    const message = `siblings of NUMA cell ${host.id} is empty: Nova cannot tell how many threads its cores have`
    throw fault('VALUE_MALFORMED', message, { cell: host.id, novaError: 'ValueError' })
  }
  const cores = freeCores(host, free, rules)
  const usable = withThreads(cores, 1)
  const mayOwnNothing = rules.ownersOfNothingFit && !wish.isolated
  if (wish.owned === 0 && !mayOwnNothing) return lacking('nothing_to_own', 'CPU', 1, 0)
  if (wish.isolated) return isolatedCores(host, usable, wish)
  const needsThreads = cell.asked.cpuThreadPolicy === 'require'
  for (let threads = mostThreads(cores); threads > (needsThreads ? 1 : 0); threads--) {
    const choice = choose(threads, withThreads(cores, threads), usable, wish)
    if (choice !== null) return choice
  }
  const split = usable.length >= wish.owned ? [] : usable.flat().map((cpu) => [cpu])
  const choice = needsThreads ? null : choose(1, split, split, wish)
  if (choice !== null) return choice
  const inPairs = withThreads(cores, 2).reduce((sum, core) => sum + core.length, 0)
  return lacking('no_thread_layout', 'CPU', wish.owned + wish.reserved, needsThreads ? inPairs : usable.flat().length)
}

/** One CPU of each core that is free altogether; on hosts with threads only where CPUs to own are not kept apart. */
function isolatedCores(host: HostCell, usable: readonly Core[], wish: Wish): Choice | Lack {
  const threads = Math.max(1, mostThreads(host.siblings))
  const whole = withThreads(usable, threads)
  if (whole.length > 0 && threads > 1 && host.pcpuset.join() !== host.cpuset.join()) {
    return lacking('threads_share_cores', 'core', wish.owned, 0)
  }
  return (
    choose(1, whole, usable, wish) ??
    lacking('not_enough_whole_cores', 'core', wish.owned + wish.reserved, whole.length)
  )
}

/** The first CPUs of each core; and for emulator threads the first that are left, of any core, or of unused ones. */
function choose(threads: number, cores: readonly Core[], all: readonly Core[], wish: Wish): Choice | null {
  if (threads * cores.length < wish.owned) return null
  const cpus = cores.flatMap((core) => core.slice(0, threads)).slice(0, wish.owned)
  if (wish.reserved === 0) return { cpus, reserved: [] }
  const isTaken = (cpu: number): boolean => cpus.includes(cpu)
  const left = wish.isolated
    ? all.filter((core) => !core.some(isTaken)).flat()
    : all.flat().filter((cpu) => !isTaken(cpu))
  return left.length === 0 ? null : { cpus, reserved: left.slice(0, wish.reserved) }
}

/**
 * On one core if that is enough, else on as many threads of each core as divide the guest's CPUs; a guest that was told
 * its threads keeps them. The guest is told what it was given.
 */
function byGuestThreads(
  host: HostCell,
  cell: GuestCell,
  owned: number,
  free: readonly number[],
  rules: NumaRules,
): Choice | Lack {
  const guestThreads = (cell.cpuTopology?.threads ?? 1) > 1 ? cell.cpuTopology?.threads : undefined
  const cores = coresForGuest(host, owned, free, guestThreads !== undefined, rules)
  for (let threads = mostThreads(cores); threads > 0; threads--) {
    const serving = withThreads(cores, threads)
    const suits = guestThreads === undefined ? owned % threads === 0 : guestThreads <= threads
    if (!suits || threads * serving.length < owned) continue
    cell.cpuTopology ??= Object.freeze({ sockets: 1, cores: serving.length, threads })
    return { cpus: serving.flatMap((core) => core.slice(0, threads)), reserved: [] }
  }
  return lacking('no_thread_layout', 'CPU', owned, free.length)
}

function coresForGuest(
  host: HostCell,
  owned: number,
  free: readonly number[],
  hasThreads: boolean,
  rules: NumaRules,
): readonly Core[] {
  if (host.siblings.length === 0) return [free]
  const cores = freeCores(host, free, rules)
  const largest = cores.findLast((core) => core.length === mostThreads(cores))
  return largest !== undefined && !hasThreads && owned <= largest.length ? [largest] : cores
}
