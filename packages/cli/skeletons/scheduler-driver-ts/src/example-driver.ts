import { defineSchedulerDriver, list } from '@nova-sched/core/plugin'

/** Places instances as Nova's FilterScheduler does, on hosts that are not being emptied. */
export const ExampleDriver = defineSchedulerDriver({
  name: 'ExampleDriver',
  // Shown by `nova-sched plugins show ExampleDriver`, as all that is declared here.
  help: 'Filters and weighs the hosts that are not being emptied, and takes the best.',

  // Declared once: checked when nova.conf is read, and typed in `conf` below.
  // The name is the one of nova.conf. Begin it with the name of the driver, so that it is nobody else's.
  options: {
    example_driver_emptied_hosts: list([], { help: 'Names of hosts that get no new instances, with commas.' }),
  },

  // Runs once, when the scheduler starts. `engine` offers the steps of the built-in drivers: `hostStates`, `hostsUp`,
  // `schedule` and `choose`.
  create({ conf, engine, log }) {
    const emptied = new Set(conf.example_driver_emptied_hosts)

    return {
      // Gives one destination for each instance of the request, or throws what `schedule` throws: no valid host.
      async selectDestinations(request) {
        const hosts = engine.hostStates()
        const left = hosts.filter(({ host }) => !emptied.has(host))
        // What a driver leaves out no filter sees, so nothing else would tell of it.
        if (left.length < hosts.length) log.info(`ExampleDriver leaves out ${hosts.length - left.length} hosts`)
        return engine.schedule(left, request)
      },
    }
  },
})
