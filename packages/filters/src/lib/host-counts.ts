import { int, reject, type Details, type Host, type PrepareFilter } from '@nova-sched/core/plugin'

/** Options of the filters that look at I/O operations. */
export const IO_OPS_OPTIONS = {
  max_io_ops_per_host: int(8, {
    help: 'A host with this many I/O-heavy instances (building, resizing, …) takes no more.',
  }),
}

/** Reasons of the filters that look at I/O operations. */
export const IO_OPS_REASONS = {
  too_many_io_ops: '{running} I/O operations are running, fewer than {max} are allowed',
}

/** Fewer I/O operations than `maxOf(host)`. */
export function fewIoOps(maxOf: (host: Host) => number): PrepareFilter {
  return () => (host) => {
    const max = maxOf(host)
    if (host.numIoOps < max) return true
    return reject('too_many_io_ops', { ...room(host.numIoOps, max), unit: 'I/O operation', running: host.numIoOps })
  }
}

/** Options of the filters that look at the number of instances. */
export const NUM_INSTANCES_OPTIONS = {
  max_instances_per_host: int(50, { help: 'A host with this many instances takes no more.' }),
}

/** Reasons of the filters that look at the number of instances. */
export const NUM_INSTANCES_REASONS = {
  too_many_instances: '{running} instances are on the host, fewer than {max} are allowed',
}

/** Fewer instances than `maxOf(host)`. */
export function fewInstances(maxOf: (host: Host) => number): PrepareFilter {
  return () => (host) => {
    const max = maxOf(host)
    if (host.numInstances < max) return true
    return reject('too_many_instances', {
      ...room(host.numInstances, max),
      unit: 'instance',
      running: host.numInstances,
    })
  }
}

/** The shortfall of a host on which one more must have room. */
function room(taken: number, max: number): Details {
  return { needed: 1, available: max - taken, max }
}
