/** What the links between the ways in carry along. */
export type Way = {
  redirectTo: string
  /** A further account is signed in beside those that are. */
  isFurther?: boolean
}

/** The way as the addresses of the sign-in pages say it. */
export function searchOf({ redirectTo, isFurther }: Way): { redirect?: string; add?: 1 } {
  return {
    ...(redirectTo !== '/dashboard' && { redirect: redirectTo }),
    ...(isFurther && { add: 1 as const }),
  }
}

/** Where whoever has given the first factor only is asked for the second. */
export const secondFactorAddress = ({ redirectTo }: Way) =>
  `/two-factor/?${new URLSearchParams({ redirect: redirectTo })}`
