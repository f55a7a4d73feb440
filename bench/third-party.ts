import { join } from 'node:path'
import { BENCH_FOLDER } from './folder.ts'

/** A filter as somebody else would write it. */
export const THIRD_PARTY_FILE = join(BENCH_FOLDER, 'third-party/enough-memory-filter.mjs')
