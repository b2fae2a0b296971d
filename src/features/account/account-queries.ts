import { queryOptions } from '@tanstack/react-query'
import { readAuth } from '#/core/auth/read-auth.ts'
import type { ProviderName } from '#/core/auth/providers/providers.ts'

// Read by the browser: the page comes with their skeletons.

type Me = { user: { firstName?: string | null; lastName?: string | null; name: string } }
export type Session = {
  id: string
  /** Names the session to the server; signs nobody in. */
  token: string
  ipAddress: string | null
  /** Last seen, to the hour. */
  updatedAt: string
  current: boolean
  browser: string | null
  system: string | null
}
export type Passkey = { id: string; name: string | null; createdAt: string | null; deviceType: string }
type TwoFactorState = {
  enabled: boolean
  authenticator: boolean
  backupCodesLeft: number
  hasPassword: boolean
}
export type LinkedAccount = { id: string; providerId: 'credential' | ProviderName; createdAt: string }
type WayToProve = 'password' | 'passkey' | 'code'

const key = (name: string) => ['account', name] as const

/** The person's own name in its parts. */
export const myName = queryOptions({
  queryKey: key('name'),
  queryFn: ({ signal }) => readAuth<Me>('/get-session?disableCookieCache=true', signal),
})
/** Where the person is signed in, this browser first. */
export const mySessions = queryOptions({
  queryKey: key('sessions'),
  queryFn: ({ signal }) => readAuth<Session[]>('/list-sessions', signal),
})
/** Whether the second factor is on, and whether there is a password. */
export const twoFactorState = queryOptions({
  queryKey: key('two-factor'),
  queryFn: ({ signal }) => readAuth<TwoFactorState>('/two-factor/state', signal),
})
export const myPasskeys = queryOptions({
  queryKey: key('passkeys'),
  queryFn: ({ signal }) => readAuth<Passkey[]>('/passkey/list-user-passkeys', signal),
})
/** The password and the providers the person signs in with. */
export const linkedAccounts = queryOptions({
  queryKey: key('linked'),
  queryFn: ({ signal }) => readAuth<LinkedAccount[]>('/list-accounts', signal),
})
/** How the person can prove that it's them. Asked anew each time. */
export const waysToProve = queryOptions({
  queryKey: key('ways'),
  queryFn: ({ signal }) => readAuth<{ ways: WayToProve[] }>('/prove/ways', signal),
  gcTime: 0,
})
