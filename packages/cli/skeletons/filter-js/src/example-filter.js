import { defineFilter, int, reject } from '@nova-sched/core/plugin'

/** Hosts that keep a reserve of memory free. */
export const ExampleFilter = defineFilter({
  name: 'ExampleFilter',
  // Shown by `nova-sched plugins show ExampleFilter`, as all that is declared here.
  help: 'Hosts that keep a reserve of memory free. The hint use_reserve lets urgent instances have it.',

  // Declared once: checked when nova.conf is read, told by `nova-sched conf list`, and typed in `conf` below.
  // The name is the one of nova.conf. Begin it with the name of the filter, so that it is nobody else's.
  options: {
    example_filter_reserve_mb: int(2048, { min: 0, help: 'MiB of memory that stay free on every host. 0: none.' }),
  },

  // Every no has a code, for programs that count them, and a text for people; {…} stands for a detail.
  reasons: {
    reserve_touched: '{available} {unit} of memory are free, {needed} {unit} are needed to keep the reserve',
  },

  // A hint that no enabled filter names here is told as one that nothing honours.
  hints: ['use_reserve'],

  // Runs once, when the scheduler starts. To return `prepare` alone is enough; `changes` may stand beside it.
  create({ conf }) {
    const reserve = conf.example_filter_reserve_mb

    return {
      // Runs once for a request. All that is needed of the request is read here, because the engine notes what is read,
      // and does not ask again for requests that agree in it.
      prepare(request) {
        // Null says that the request does not concern this filter: no host is asked, which costs nothing.
        if (reserve === 0 || request.hints?.use_reserve === 'true') return null
        const needed = request.memoryMb + reserve

        // Runs for each host. A no names what was needed and what was there: `explain` makes the shortfall of it.
        return (host) => {
          const available = host.freeRamMb ?? 0
          return available >= needed || reject('reserve_touched', { needed, available, unit: 'MiB' })
        }
      },

      // What would let a rejected host in. `explain` tries it, and tells it where the host then passes all filters.
      changes(host, request) {
        const left = (host.freeRamMb ?? 0) - request.memoryMb
        return left < 0 ? [] : [{ kind: 'option', option: 'example_filter_reserve_mb', value: left }]
      },
    }
  },
})
