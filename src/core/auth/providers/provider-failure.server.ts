import type { ProviderFailureCode } from './providers.ts'

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
