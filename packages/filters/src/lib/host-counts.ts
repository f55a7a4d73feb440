import { int, reject, type FilterParts, type Host } from '@nova-sched/core/plugin'
import type { Limit } from './limit.ts'

/** Options of the filters that look at I/O operations. */
export const IO_OPS_OPTIONS = {
  max_io_ops_per_host: int(8, {
    help: 'A host with this many I/O-heavy instances (building, resizing, …) takes no more.',
  }),
}

/**
 * Reasons of the filters that look at I/O operations.
 *
 * @param max - how the limit is told
 */
export const ioOpsReasons = (max = '{max}'): Readonly<Record<string, string>> => ({
  too_many_io_ops: `I/O operations: {running} running, fewer than ${max} allowed`,
})

/** Options of the filters that look at the number of instances. */
export const NUM_INSTANCES_OPTIONS = {
  max_instances_per_host: int(50, { help: 'A host with this many instances takes no more.' }),
}

/**
 * Reasons of the filters that look at the number of instances.
 *
 * @param max - how the limit is told
 */
export const numInstancesReasons = (max = '{max}'): Readonly<Record<string, string>> => ({
  too_many_instances: `instances: {running} on the host, fewer than ${max} allowed`,
})

/** Fewer I/O operations than the limit. */
export function fewIoOps(max: Limit): FilterParts {
  return {
    ...fewerThan(max, ({ numIoOps }) => numIoOps, 'too_many_io_ops', 'I/O operation'),
    notes: (host) => [...max.notes(host), ...migrationNotes(host)],
  }
}

/** Fewer instances than the limit. */
export function fewInstances(max: Limit): FilterParts {
  return fewerThan(max, ({ numInstances }) => numInstances, 'too_many_instances', 'instance')
}

function fewerThan(limit: Limit, count: (host: Host) => number, reason: string, unit: string): FilterParts {
  return {
    prepare: () => (host) => {
      const max = limit.of(host)
      const running = count(host)
      if (running < max) return true
      return reject(reason, { needed: 1, available: max - running, unit, running, max, source: limit.source(host) })
    },
    notes: limit.notes,
    changes: (host) => limit.raise(host, count(host) + 1),
  }
}

function migrationNotes({ instances }: Host): readonly string[] {
  const migrating = Object.values(instances).filter(({ taskState }) => taskState === 'migrating').length
  if (migrating === 0) return []
  return [`live migrations under way: ${migrating}; Nova does not count them as I/O operations`]
}
