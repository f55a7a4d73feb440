/** What a host cell can lack for an instance's cell. */
export const LACK_REASONS = [
  'not_enough_memory',
  'page_size_missing',
  'not_enough_pages',
  'not_whole_pages',
  'not_enough_cpus',
  'not_enough_owned_cpus',
  'nothing_to_own',
  'threads_share_cores',
  'not_enough_whole_cores',
  'no_thread_layout',
  'cores_unknown',
] as const

/** One of {@link LACK_REASONS}. */
export type LackReason = (typeof LACK_REASONS)[number]

/** What a host cell lacks. */
export interface Lack<Reason extends string = LackReason> {
  readonly reason: Reason
  readonly needed: number
  readonly available: number
  readonly unit: string
}

/** So much is needed, and so much is there. */
export function lacking(reason: LackReason, unit: string, needed: number, available: number): Lack {
  return { reason, needed, available, unit }
}

/** What is lacking when more is needed than there is; null when there is enough. */
export function lackOf(reason: LackReason, unit: string, needed: number, available: number): Lack | null {
  return needed > available ? lacking(reason, unit, needed, available) : null
}
