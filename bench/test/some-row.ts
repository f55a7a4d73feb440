import type { Row } from '../report.ts'

/** A row like many others. */
export function someRow(change: Partial<Row> = {}): Row {
  return {
    workload: 'repeating-spread',
    hosts: 10_000,
    profile: 'zed',
    mode: 'choice',
    median_us: 12.5,
    p99_us: 50,
    placements_per_s: 80_000,
    times_floor: 20,
    rounds_times_floor: [[19, 20, 21, 20, 20]],
    times_nova: null,
    rss_mb: 150,
    ...change,
  }
}
