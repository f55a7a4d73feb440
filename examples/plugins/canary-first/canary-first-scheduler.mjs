// A scheduler driver: new hosts are tried out with the instances of some projects.
import { defineSchedulerDriver, growGroup, isNovaSchedError, list } from '@nova-sched/core/plugin'

/** @import { Destination, Host } from '@nova-sched/core/plugin' */

export const CanaryFirstScheduler = defineSchedulerDriver({
  name: 'CanaryFirstScheduler',
  help: 'Places canary projects on canary hosts (aggregate metadata canary=true) and others elsewhere, while there is room.',
  options: {
    canary_projects: list([], { help: 'Ids of the projects whose instances try out canary hosts.' }),
  },
  create: ({ conf, engine, log }) => ({
    async selectDestinations(request) {
      const hosts = engine.hostStates()
      const isCanaryProject = conf.canary_projects.includes(request.projectId ?? '')
      const first = hosts.filter((host) => isCanary(host) === isCanaryProject)
      const second = hosts.filter((host) => isCanary(host) !== isCanaryProject)
      /** @type {Destination[]} */
      const places = []
      // One at a time: of a try for all that fails half-way, the claims would stay.
      let next = { ...request, numInstances: 1 }
      while (places.length < request.numInstances) {
        const placed = await engine.schedule(first, next).catch((error) => {
          if (!isNovaSchedError(error) || error.code !== 'NO_VALID_HOST') throw error
          log.info(`instance ${places.length + 1}: no place on the first ${first.length} hosts`)
          return engine.schedule(second, next)
        })
        places.push(...placed)
        // The server group of the request has a member on the chosen host from now on.
        next = placed.reduce(growGroup, next)
      }
      return places
    },
  }),
})

/** @type {(host: Host) => boolean} */
function isCanary({ aggregates }) {
  return aggregates.some(({ metadata }) => metadata.canary === 'true')
}
