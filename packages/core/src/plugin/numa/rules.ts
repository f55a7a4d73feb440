import { PYTHON_2, PYTHON_3, type PythonRules } from '../python/rules.ts'

/**
 * What differs between releases in how NUMA cells are fitted, as named behaviours. They change together, at one number of
 * `releases.ts`: a family is exact for the releases that are built, and in those between some of it came earlier or later.
 */
export interface NumaRules {
  /** How the Python of the release walks sets of CPUs. */
  readonly python: PythonRules
  /**
   * Cells have a list of CPUs to own, on the host and in the guest, and a policy for hardware threads. Else one list
   * serves all, a guest cell owns all its CPUs or none, and threads are laid out to suit the guest.
   */
  readonly ownedCpusAreApart: boolean
  /** Page sizes are chosen before CPUs are looked at; else after, and a cell that falls short of CPUs keeps its wish. */
  readonly pagesComeFirst: boolean
  /** A page size that a host cell does not have ends the request; else that cell does not fit. */
  readonly unknownPageSizeBreaks: boolean
  /** Memory for which no page size is asked counts in the smallest pages of the host, and a claim takes them. */
  readonly smallPagesAreMemory: boolean
  /** Who owns CPUs has free pages where there are pages, whatever is said of memory in use. */
  readonly ownersCountFreePages: boolean
  /** A cell whose instance owns CPUs elsewhere, and none here, fits; else it never does. */
  readonly ownersOfNothingFit: boolean
  /** Who requires hardware threads passes only hosts that have some, whether or not cells are asked for. */
  readonly requireNeedsThreads: boolean
  /** Where there are more host cells than are needed, those with most to spare are tried first. */
  readonly cellsAreSorted: boolean
  /** Nova remembers which cells fit by a pair of ids, of which it changes one: what it remembers may be of another cell. */
  readonly fitsAreRememberedById: boolean
  /** A claim of an instance without NUMA cells forgets the CPUs and memory in use on every cell. */
  readonly claimForgetsUsage: boolean
}

/** One list of CPUs, owned or shared as the instance says; cells in their order. */
export const NUMA_ONE_CPU_LIST: NumaRules = Object.freeze({
  python: PYTHON_2,
  ownedCpusAreApart: false,
  pagesComeFirst: false,
  unknownPageSizeBreaks: true,
  smallPagesAreMemory: false,
  ownersCountFreePages: false,
  ownersOfNothingFit: true,
  requireNeedsThreads: false,
  cellsAreSorted: false,
  fitsAreRememberedById: false,
  claimForgetsUsage: true,
})

/** CPUs to own apart from those to share; the emptiest cells first. */
export const NUMA_OWNED_CPUS_APART: NumaRules = Object.freeze({
  python: PYTHON_3,
  ownedCpusAreApart: true,
  pagesComeFirst: true,
  unknownPageSizeBreaks: false,
  smallPagesAreMemory: true,
  ownersCountFreePages: false,
  ownersOfNothingFit: false,
  requireNeedsThreads: true,
  cellsAreSorted: true,
  fitsAreRememberedById: true,
  claimForgetsUsage: false,
})

/** The same, and who owns CPUs is measured by the pages that are free. */
export const NUMA_OWNERS_COUNT_PAGES: NumaRules = Object.freeze({
  ...NUMA_OWNED_CPUS_APART,
  ownersCountFreePages: true,
  ownersOfNothingFit: true,
})
