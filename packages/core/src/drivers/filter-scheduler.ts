import { defineSchedulerDriver } from '../plugin/scheduler-driver.ts'

/** Nova's FilterScheduler: filters and weighs hosts that are read again for every request. */
export const FilterScheduler = defineSchedulerDriver({
  name: 'FilterScheduler',
  help: 'Filters the hosts, weighs what is left, takes the best.',
  classPath: 'nova.scheduler.filter_scheduler.FilterScheduler',
  create: ({ engine }) => ({
    selectDestinations: (request) => engine.schedule(engine.hostStates(), request),
  }),
})
