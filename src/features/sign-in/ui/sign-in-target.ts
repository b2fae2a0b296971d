/** The search params that links between the sign-in pages carry. */
export type SignInTarget = {
  redirectTo: string
  /** Another account is added to those already signed in. */
  isFurther?: boolean
}

/** As search params of the sign-in pages. */
export function searchOf({ redirectTo, isFurther }: SignInTarget): { redirect?: string; add?: 1 } {
  return {
    ...(redirectTo !== '/dashboard' && { redirect: redirectTo }),
    ...(isFurther && { add: 1 as const }),
  }
}

/** The path of a sign-in page, with its search params. */
export function pathOf(page: '/login' | '/register', target: SignInTarget): string {
  const search = Object.entries(searchOf(target)).map(([name, value]) => [name, String(value)])
  return search.length === 0 ? page : `${page}?${new URLSearchParams(search)}`
}
