export type LimitRule = {
  max: number
  windowSeconds: number
  /**
   * Against guessing: the wait doubles each time the limit is exceeded, up to 64 windows. Resets after a day
   * without attempts.
   */
  doubles?: true
}

export const perDay = (max: number): LimitRule => ({ max, windowSeconds: 86_400 })

/** The attempts in the window, and the time until it ends. */
export type Counted = { count: number; waitSeconds: number }

/** How often a wait may double. */
export const LONGEST_WAIT = 6
