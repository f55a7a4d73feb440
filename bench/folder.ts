import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Where this package is: what is not compiled is found from there. */
export const BENCH_FOLDER = dirname(createRequire(import.meta.url).resolve('@nova-sched/bench/package.json'))
