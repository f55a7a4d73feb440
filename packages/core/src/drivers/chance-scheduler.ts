import { NovaSchedError } from '../errors.ts'
import { required } from '../plugin/fault.ts'
import { defineSchedulerDriver, type Destination } from '../plugin/scheduler-driver.ts'

/** Nova's ChanceScheduler: any host whose compute service is up, each as likely as the others. Nothing is claimed. */
export const ChanceScheduler = defineSchedulerDriver({
  name: 'ChanceScheduler',
  help: 'Takes any live host at random.',
  classPath: 'nova.scheduler.chance.ChanceScheduler',
  liveness: true,
  create: ({ engine }) => ({
    async selectDestinations(request) {
      const ignored = new Set(required(request.ignoreHosts, 'ignore_hosts'))
      return Array.from({ length: request.numInstances }, (): Destination => {
        const up = engine.hostsUp()
        if (up.length === 0) throw noValidHost('Is the appropriate service running?')
        const left = up.filter((host) => !ignored.has(host))
        if (left.length === 0) throw noValidHost('Could not find another compute')
        return { host: engine.choose(left), nodename: null, limits: null }
      })
    },
  }),
})

function noValidHost(reason: string): NovaSchedError {
  return new NovaSchedError('NO_VALID_HOST', `No valid host was found. ${reason}`)
}
