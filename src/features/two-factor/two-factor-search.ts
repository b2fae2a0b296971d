import { safeRedirect } from '#/lib/safe-redirect.ts'

export type TwoFactorSearch = {
  /** The redirect target, on this site. */
  redirect?: string
  /** Asks for a backup code in place of the authenticator's. */
  method?: 'backupCode'
}

/** The search params that keep the redirect target. */
export const searchFor = (redirectTo: string): Pick<TwoFactorSearch, 'redirect'> =>
  redirectTo === '/dashboard' ? {} : { redirect: redirectTo }

/** What the addresses of the second factor may say. Nonsense counts as nothing. */
export function twoFactorSearch({ redirect, method }: Record<string, unknown>): TwoFactorSearch {
  return {
    ...(redirect !== undefined && { redirect: safeRedirect(redirect) }),
    ...(method === 'backupCode' && { method }),
  }
}
