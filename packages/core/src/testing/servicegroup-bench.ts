import { ok, rejects, strictEqual } from 'node:assert/strict'
import { isNovaSchedError } from '../errors.ts'
import type { Liveness, LivenessListener, ServiceGroupDriver } from '../plugin/servicegroup-driver.ts'
import { followLiveness } from '../servicegroup/follow-liveness.ts'
import { SYSTEM_CLOCK, type Clock } from '../util/clock.ts'
import { SYSTEM_TIMER, type Timer } from '../util/timer.ts'

/** A process that may be a member: a driver of its own on the store that all share. */
export interface ServiceGroupProcess {
  readonly driver: ServiceGroupDriver
  /** Ends it without a farewell, as SIGKILL does. */
  crash(): Promise<void>
  /** Stops it in the middle of everything, and goes on with it, as SIGSTOP and SIGCONT do. */
  readonly freeze?: () => Promise<void>
  readonly thaw?: () => Promise<void>
}

/** A store to try a driver on. */
export interface ServiceGroupBench {
  /** Starts a process; the driver was started. */
  start(): Promise<ServiceGroupProcess>
  /** Lets so many seconds pass, for drivers and store alike. */
  pass(seconds: number): Promise<void>
  /** The time that drivers are given; absent: the machine's. */
  readonly time?: { readonly clock: Clock; readonly timer: Timer }
  /** Seconds after which a member that is not heard of must be down, with some to spare. */
  readonly limit: number
  /** Takes the store away, and brings it back with all that it kept. Absent where there is none to take away. */
  readonly store?: { stop(): Promise<void>; start(): Promise<void> }
  /** Ends everything. */
  close(): Promise<void>
}

/** Between two looks, in seconds. */
const STEP = 0.25

/** A store that is away cannot be asked. */
export async function cannotBeAsked(driver: ServiceGroupDriver): Promise<void> {
  await rejects(driver.snapshot('compute'), (error: unknown) => {
    ok(isNovaSchedError(error), String(error))
    strictEqual(error.code, 'SERVICE_GROUP_UNAVAILABLE')
    return true
  })
}

/** Waits until a member is up, or down. */
export async function becomes(
  bench: ServiceGroupBench,
  driver: ServiceGroupDriver,
  member: string,
  state: 'up' | 'down',
): Promise<void> {
  const isSo = async (): Promise<boolean> => {
    const liveness = await driver.snapshot('compute').catch(() => null)
    return liveness?.of(member).state === state
  }
  await within(bench, isSo, `${JSON.stringify(member)} is ${state}`)
}

/** Waits, as long as the limit of the bench allows. */
export async function within(
  bench: ServiceGroupBench,
  isSo: () => boolean | undefined | Promise<boolean>,
  what: string,
): Promise<void> {
  for (let waited = 0; waited <= bench.limit; waited += STEP) {
    if ((await isSo()) === true) return
    await bench.pass(STEP)
  }
  ok(false, `within ${bench.limit} s: ${what}`)
}

/** As the engine follows a driver: who is not heard of again goes down without the driver telling so. */
export function follow(bench: ServiceGroupBench, driver: ServiceGroupDriver, listener: LivenessListener): () => void {
  return followLiveness(driver, 'compute', bench.time ?? { clock: SYSTEM_CLOCK, timer: SYSTEM_TIMER }, listener)
}

/** The names that are up; null when the store cannot be asked. */
export function up(liveness: Liveness | null, names: readonly string[]): readonly string[] | null {
  return liveness === null ? null : names.filter((name) => liveness.of(name).state === 'up')
}
