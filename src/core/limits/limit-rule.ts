export type LimitRule = {
  max: number
  windowSeconds: number
  /**
   * For guesses: whoever goes on past the limit waits a window from then, the next time twice as long, and so
   * on up to 64 times; a quiet day forgives.
   */
  doubles?: true
}

/** How often something was tried in the window, and how long until it is over. */
export type Counted = { count: number; waitSeconds: number }

/** Where Redis and the database take turns: a count to go on from, if it is higher than the own. */
export type CountFrom = { floor: number }

/** How often a wait doubles. */
export const LONGEST_WAIT = 6
