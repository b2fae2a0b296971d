import { safeRedirect } from '@plinth/core/page'

export type TwoFactorSearch = {
  /** The redirect target, on this site. */
  redirect?: string
  /** Asks for a backup code instead of the authenticator's. */
  method?: 'backupCode'
}

/** The search params that keep the redirect target. */
export const searchFor = (redirectTo: string): Pick<TwoFactorSearch, 'redirect'> =>
  redirectTo === '/dashboard' ? {} : { redirect: redirectTo }

/** Parses search params. Invalid ones are dropped. */
export function twoFactorSearch({ redirect, method }: Record<string, unknown>): TwoFactorSearch {
  return {
    ...(redirect !== undefined && { redirect: safeRedirect(redirect) }),
    ...(method === 'backupCode' && { method }),
  }
}
