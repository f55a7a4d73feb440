/** Whether a service is up, by what Nova's API and commands call it. */
export const STATES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['up', true],
  [':-)', true],
  ['down', false],
  ['XXX', false],
])

/** Whether a service is disabled, by what Nova's API and commands call it. */
export const STATUSES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['enabled', false],
  ['disabled', true],
])
