import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { signInEndpoints } from '#/core/auth/auth-endpoints.server.ts'
import { accountEndpoints } from '#/features/account/index.server.ts'
import { impersonationEndpoints } from '#/features/administration/index.server.ts'
import { twoFactorEndpoints } from '#/features/two-factor/index.server.ts'

/** For endpoints that write and declare no limit of their own. */
const USUAL_LIMIT = { max: 120, windowSeconds: 60 }
const hasLimit = ({ method, perAddress, perAccount }: AuthEndpoint) =>
  method === 'GET' || perAddress !== undefined || perAccount !== undefined

/**
 * Every endpoint served under /api/auth. Other endpoints of plugins are 404, so that a new version can't
 * expose one unnoticed.
 */
export const authEndpoints: readonly AuthEndpoint[] = [
  ...signInEndpoints,
  ...accountEndpoints,
  ...twoFactorEndpoints,
  ...impersonationEndpoints,
].map((row) => (hasLimit(row) ? row : { ...row, perUser: USUAL_LIMIT }))
