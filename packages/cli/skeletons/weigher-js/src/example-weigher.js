import { defineWeigher, float } from '@nova-sched/core/plugin'

/** Hosts by how few instances of the same project they run. */
export const ExampleWeigher = defineWeigher({
  name: 'ExampleWeigher',
  // Shown by `nova-sched plugins show ExampleWeigher`, as all that is declared here.
  help: 'The number of instances of the same project: the fewer, the better, unless the multiplier is above 0.',

  // Declared once: checked when nova.conf is read, and told by `nova-sched conf list`.
  // The name is the one of nova.conf. Begin it with the name of the weigher, so that it is nobody else's.
  options: {
    example_weigher_multiplier: float(-1, {
      help: 'How much instances of the same project count. Below 0: they repel.',
    }),
  },

  // The engine brings the raw weights of the hosts that are left into the range from 0 to 1, and multiplies them by this
  // option. So only the differences between hosts matter here, never their size.
  multiplier: { option: 'example_weigher_multiplier' },

  // The raw weight that becomes 0. Absent: the lowest one among the hosts, however many instances that is.
  minval: 0,

  // `create` runs once, when the scheduler starts. What it returns runs once for a request: all that is needed of the
  // request is read there, because the engine notes what is read, and does not ask again for requests that agree in it.
  create: () => (request) => {
    const project = request.projectId

    // Runs for each host that passed all filters.
    return (host) => Object.values(host.instances).filter((instance) => instance.projectId === project).length
  },
})
