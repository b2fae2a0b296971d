export type LimitRule = {
  max: number
  windowSeconds: number
  /**
   * For guessing: each attempt over the limit doubles the wait, up to 64 windows. Resets after a day without
   * one.
   */
  doubles?: true
}

/** The attempts in the window, and the time until it ends. */
export type Counted = { count: number; waitSeconds: number }

/** When counting moves between Redis and the database: the minimum count to continue from. */
export type CountFrom = { floor: number }

/** How often a wait may double. */
export const LONGEST_WAIT = 6
