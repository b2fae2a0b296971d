import { post, QUARTER_HOUR, type AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { noInput } from '#/core/auth/auth.schema.ts'
import { impersonationAccess } from '../impersonation.access.ts'
import { onImpersonate, onStopImpersonating } from './impersonation.server.ts'

/** What an administrator does that sets cookies; everything else is a procedure. */
export const impersonationEndpoints: readonly AuthEndpoint[] = [
  post('/admin/impersonate-user', {
    rule: impersonationAccess.begin,
    isOwn: true,
    ...onImpersonate,
    perAddress: { max: 100, windowSeconds: QUARTER_HOUR },
  }),
  post('/admin/stop-impersonating', {
    rule: impersonationAccess.end,
    isOwn: true,
    body: noInput,
    middleware: onStopImpersonating,
  }),
]
