import type { Tokens } from '@plinth/core/auth/server'

/** Tokens of connected apps. */
export type AppTokens = Tokens & {
  /** The URL of the server that issues them, which has a document about itself (RFC 8414). */
  issuer(appUrl: string): string
}

let load: (() => Promise<AppTokens>) | undefined

/**
 * Accepts tokens of apps beside API keys. A feature that issues them calls it at start.
 * @public
 */
export function acceptAppTokens(given: (() => Promise<AppTokens>) | undefined): void {
  load = given
}

export const acceptedAppTokens = async (): Promise<AppTokens | undefined> => load?.()
