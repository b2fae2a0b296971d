import type { ProviderFailureCode, ProviderName } from '../providers.ts'

/** The user as the provider reports them: sanitized, but not checked against our tables. */
export type ProviderProfile = {
  /** The provider's permanent id of the user; an address can change hands. */
  subject: string
  email: string
  /** Whether the provider has verified the address. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

/** An OAuth callback whose profile `onCallback` has fetched and checked, for the callbacks of Better Auth. */
export type CheckedCallback = {
  profile: ProviderProfile
  /** The user who links the account in the settings. Undefined for a sign-in. */
  linksTo: string | undefined
  /** Whether Better Auth has created a user for the profile. */
  isNewUser: boolean
}

declare module '@plinth/core/auth/server' {
  interface CarriedState {
    provider?: CheckedCallback
  }
}

export type Exchange = {
  code: string
  codeVerifier: string
  redirectUri: string
  /** The nonce the ID token must contain; undefined for a provider without ID tokens. */
  nonce: string | undefined
  /** The address to prefer, if the provider has verified it too. */
  wantedEmail: string | undefined
  signal: AbortSignal
}

export type ProviderClient = {
  name: ProviderName
  clientId: string
  /** Its `iss`, in the callback and in its tokens. */
  issuer: string | undefined
  authorizationEndpoint: string
  scopes: readonly string[]
  hasNonce: boolean
  /** Exchanges the code for the user's profile. Throws ProviderFailure. Does not keep tokens. */
  readProfile(exchange: Exchange): Promise<ProviderProfile>
}

export type Credentials = { clientId: string; clientSecret: string }

/** A failed OAuth callback. `detail` is for the log and never contains a code, token or address. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly code: ProviderFailureCode

  constructor(code: ProviderFailureCode, detail: string) {
    super(detail)
    this.code = code
  }
}
