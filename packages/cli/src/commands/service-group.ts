import { createServiceGroup, NovaSchedError, type Conf, type ServiceGroup, type ServiceStore } from '@nova-sched/core'
import type { Context, GlobalOptions } from '../context.ts'
import { logTo, readConf } from '../wiring.ts'

/** Uses the ServiceGroup of the configuration that a command names, and ends it whatever happens. */
export async function withServiceGroup<T>(
  flags: GlobalOptions,
  context: Context,
  use: (group: ServiceGroup, conf: Conf) => Promise<T>,
): Promise<T> {
  const conf = await readConf(flags, context)
  const { clock, pid, random, resolveFrom } = context
  const log = logTo(context, flags.verbose)
  const group = await createServiceGroup({ conf, clock, pid, random, log, resolveFrom: [resolveFrom] })
  try {
    return await use(group, conf)
  } finally {
    await group.close()
  }
}

/**
 * The records of services.
 *
 * @throws USAGE without a database
 */
export function storeOf({ store }: ServiceGroup): ServiceStore {
  if (store !== null) return store
  const message =
    'records of services are in a database: write its connection in [database], such as sqlite:////var/lib/nova/nova.sqlite'
  throw new NovaSchedError('USAGE', message, { option: 'connection' })
}

/** Waits until a command is to end, and keeps the process for so long. */
export async function untilStopped(signal: AbortSignal = new AbortController().signal): Promise<void> {
  // The timers of drivers do not keep a process.
  const keep = setInterval(() => {}, 60_000)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  clearInterval(keep)
}
