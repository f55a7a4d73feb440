/** Nova's in-tree weighers. */
export { IoOpsWeigher } from './io-ops-weigher.ts'
export { MetricsWeigher } from './metrics-weigher.ts'
export { RAMWeigher } from './ram-weigher.ts'
