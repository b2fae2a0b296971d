import { post, QUARTER_HOUR } from '@plinth/core/auth/auth-endpoint.server.ts'
import { noInput } from '@plinth/core/auth/auth.schema.ts'
import type { FeatureAuth } from '@plinth/core/feature.server.ts'
import { impersonationAccess } from '../impersonation.access.ts'
import { administratorSession } from './administrator-session.server.ts'
import { onImpersonate, onStopImpersonating } from './impersonation.server.ts'

/** The admin actions that set cookies; all others are procedures. */
export const impersonationAuth: FeatureAuth = {
  heldSessions: administratorSession,
  endpoints: [
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
  ],
}
