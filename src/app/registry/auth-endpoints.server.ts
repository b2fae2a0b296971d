import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { signInEndpoints } from '#/core/auth/auth-endpoints.server.ts'
import { accountEndpoints } from '#/features/account/index.server.ts'
import { impersonationEndpoints } from '#/features/administration/index.server.ts'
import { twoFactorEndpoints } from '#/features/two-factor/index.server.ts'

/** For what changes something and names no limit of its own. */
const USUAL_LIMIT = { max: 120, windowSeconds: 60 }
const hasLimit = ({ method, perAddress, perAccount }: AuthEndpoint) =>
  method === 'GET' || perAddress !== undefined || perAccount !== undefined

/**
 * Every endpoint under /api/auth that answers. What is not listed is 404, however many a plugin brings: a new
 * version can't open one unseen.
 */
export const authEndpoints: readonly AuthEndpoint[] = [
  ...signInEndpoints,
  ...accountEndpoints,
  ...twoFactorEndpoints,
  ...impersonationEndpoints,
].map((row) => (hasLimit(row) ? row : { ...row, perUser: USUAL_LIMIT }))
