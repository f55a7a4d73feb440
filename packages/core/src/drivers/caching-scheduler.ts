import type { Host } from '../plugin/host.ts'
import { defineSchedulerDriver, type SchedulerDriverPlugin } from '../plugin/scheduler-driver.ts'

/** What a period of 0 stands for: the default of Nova's periodic tasks, in seconds. */
const DEFAULT_PERIOD = 60

/**
 * Nova's CachingScheduler: like FilterScheduler, but hosts are read again once a period only, and claims stay until
 * then.
 *
 * @param taskPeriod - `scheduler_driver_task_period` in seconds; 0 is the default of 60, a negative one is "never again"
 */
export function cachingScheduler(taskPeriod: number): SchedulerDriverPlugin {
  const period = (taskPeriod === 0 ? DEFAULT_PERIOD : taskPeriod) * 1000
  return defineSchedulerDriver({
    name: 'CachingScheduler',
    help: 'Like FilterScheduler, with hosts that are read again once a period.',
    classPath: 'nova.scheduler.caching_scheduler.CachingScheduler',
    create({ engine, clock }) {
      let cached: readonly Host[] | null = null
      let readAt = 0
      return {
        selectDestinations(request) {
          const isDue = period > 0 && clock() - readAt >= period
          if (cached === null || isDue) {
            cached = engine.hostStates()
            readAt = clock()
          }
          return engine.schedule(cached, request)
        },
      }
    },
  })
}
