import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { noInput } from '#/core/auth/auth.schema.ts'
import { impersonationAccess } from './impersonation.access.ts'
import { onImpersonate, onStopImpersonating } from './impersonation-guards.server.ts'

/**
 * What of Better Auth's admin plugin answers: only what sets cookies. Everything else is a procedure of
 * src/features/administration; the library's own take any role and password, a ban without an end, and let
 * the last administrator go.
 */
export const administrationEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'POST',
    path: '/admin/impersonate-user',
    rule: impersonationAccess.begin,
    ...onImpersonate,
    perAddress: { max: 100, windowSeconds: 900 },
  },
  {
    method: 'POST',
    path: '/admin/stop-impersonating',
    rule: impersonationAccess.end,
    body: noInput,
    around: onStopImpersonating,
  },
]
