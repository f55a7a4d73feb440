/** How a release of Nova makes NUMA nodes of a flavor and an image, as named behaviours. */
export interface NumaConstraintRules {
  /**
   * `pinned_or_not`: image properties are plain texts, flavor and image are told apart key by key, and an instance is
   * pinned as a whole, which is looked at last. `by_policy`: image properties are typed, lists come from one side, and
   * policies, masks and traits say first which CPUs are pinned.
   */
  readonly cpuDemand: 'pinned_or_not' | 'by_policy'
  /** `^A-B` in a list of CPUs excludes a range. */
  readonly rangesExclude: boolean
  /** Page sizes may have units, as `2MB`. */
  readonly pageSizesHaveUnits: boolean
  /** What Nova says when CPUs or memory do not divide by the number of nodes. */
  readonly unevenText: string
  /** What stands around the items of a printed set. */
  readonly setBrackets: readonly [open: string, close: string]
}

/** Texts only, key by key; pinned or not. */
export const EARLY_NUMA_CONSTRAINTS: NumaConstraintRules = Object.freeze({
  cpuDemand: 'pinned_or_not',
  rangesExclude: false,
  pageSizesHaveUnits: false,
  unevenText: 'Asymmetric NUMA topologies require explicit assignment of CPUs and memory to nodes in image or flavor',
  setBrackets: Object.freeze(['set([', '])'] as const),
})

/** Typed images, list by list; policies, masks and traits. */
export const LATER_NUMA_CONSTRAINTS: NumaConstraintRules = Object.freeze({
  cpuDemand: 'by_policy',
  rangesExclude: true,
  pageSizesHaveUnits: true,
  unevenText:
    'Instance CPUs and/or memory cannot be evenly distributed across instance NUMA nodes. Explicit assignment of CPUs and memory to nodes is required',
  setBrackets: Object.freeze(['{', '}'] as const),
})
