/** The time in milliseconds since 1970. */
export type Clock = () => number

/** The machine's clock. */
export const SYSTEM_CLOCK: Clock = () => Date.now()
