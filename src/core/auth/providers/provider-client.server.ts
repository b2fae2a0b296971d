import type { ProviderFailureCode, ProviderName } from './providers.ts'

/** Who the provider says came back. Everything is cleaned; nothing of it was checked against our tables. */
export type ProviderProfile = {
  /** The provider's lasting name for the user; an address can change hands. */
  subject: string
  email: string
  /** The provider has seen proof of the address. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

export type Exchange = {
  code: string
  codeVerifier: string
  redirectUri: string
  /** What the token must repeat; a provider without tokens of its own has none. */
  nonce: string | undefined
  /** An address the user wants to be known by, if the provider has proof of it too. */
  wantedEmail: string | undefined
  signal: AbortSignal
}

export type ProviderClient = {
  name: ProviderName
  clientId: string
  /** What it calls itself in `iss`, of the answer and of its tokens. */
  issuer: string | undefined
  authorizationEndpoint: string
  scopes: readonly string[]
  hasNonce: boolean
  /** Turns the code into the user. Throws ProviderFailure. Tokens are used here and forgotten. */
  readProfile(exchange: Exchange): Promise<ProviderProfile>
}

export type Credentials = { clientId: string; clientSecret: string }

/**
 * Somebody who comes back from a provider can't go on. `detail` is for the log: what was wrong, never a code,
 * token or address.
 */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly code: ProviderFailureCode

  constructor(code: ProviderFailureCode, detail: string) {
    super(detail)
    this.code = code
  }
}
