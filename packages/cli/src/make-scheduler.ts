import {
  createScheduler,
  createServiceGroup,
  seededRng,
  withStoredServices,
  type Conf,
  type Inventory,
  type Scheduler,
} from '@nova-sched/core'
import type { Context } from './context.ts'
import type { PlacementFlags } from './placement.ts'
import { logTo } from './wiring.ts'

/** A scheduler, and what ends it. */
export interface MadeScheduler {
  readonly scheduler: Scheduler
  /** Ends what plugins still wait for, and connections. */
  readonly close: () => Promise<void>
}

/** Makes the scheduler of a command line; with `--liveness` it follows the ServiceGroup of the configuration. */
export async function makeScheduler(
  conf: Conf,
  inventory: Inventory,
  seed: number,
  { without = [], verbose, liveness: isLive }: PlacementFlags,
  context: Context,
): Promise<MadeScheduler> {
  const { clock, pid, random, resolveFrom } = context
  const shared = { conf, resolveFrom: [resolveFrom], clock, log: logTo(context, verbose) }
  const group = isLive === true ? await createServiceGroup({ ...shared, pid, random }) : null
  try {
    const scheduler = await createScheduler({
      ...shared,
      ...(group === null ? { inventory } : { inventory: await withStoredServices(inventory, group), liveness: group }),
      without,
      rng: seededRng(seed),
    })
    const close = async (): Promise<void> => {
      scheduler.close()
      await group?.close()
    }
    return { scheduler, close }
  } catch (error) {
    await group?.close()
    throw error
  }
}
