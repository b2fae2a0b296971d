import { queryOptions } from '@tanstack/react-query'
import { readAuth } from '@plinth/core/auth'

type TwoFactorState = {
  enabled: boolean
  authenticator: boolean
  backupCodesLeft: number
  hasPassword: boolean
}

/** Whether the second factor is on. Fetched by the browser: the page is sent with skeletons. */
export const twoFactorState = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => readAuth<TwoFactorState>('/two-factor/state', { signal }),
})
