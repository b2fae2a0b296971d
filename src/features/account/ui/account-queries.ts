import { queryOptions } from '@tanstack/react-query'
import { readAuth } from '#/core/auth/read-auth.ts'

// Fetched by the browser: the page is sent with skeletons.

type TwoFactorState = {
  enabled: boolean
  authenticator: boolean
  backupCodesLeft: number
  hasPassword: boolean
}

const key = (name: string) => ['account', name] as const

/** Whether the second factor is on, and whether there is a password. */
export const twoFactorState = queryOptions({
  queryKey: key('two-factor'),
  queryFn: ({ signal }) => readAuth<TwoFactorState>('/two-factor/state', signal),
})
/** How the user can re-authenticate. Refetched every time. */
export const reauthenticationMethods = queryOptions({
  queryKey: key('reauthentication'),
  queryFn: ({ signal }) => readAuth<{ methods: string[] }>('/reauthenticate/methods', signal),
  gcTime: 0,
})
