import { QUARTER_HOUR, post } from '@plinth/core/auth/server'
import { noInput } from '@plinth/core/auth'
import type { FeatureAuth } from '@plinth/core/feature/server'
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
