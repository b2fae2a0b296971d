import { sessionHandle } from '@plinth/core/auth/server'
import { publicSettings } from '@plinth/testing/http/open-app.ts'
import type { Caller } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'

const secret = publicSettings.BETTER_AUTH_SECRET

/** The handle of the caller's own session. */
function ownHandle({ token }: Caller): string {
  return token === undefined ? 'none' : sessionHandle(secret, token)
}

// The holder of a browser's cookies may list and switch its accounts, except while
// impersonating.

export const rows = expectedAnswers(
  `
  #                                                  stranger unverified personal member admin owner foreign appAdmin impersonating banned
  GET /api/auth/multi-session/list-device-sessions   200      200        200      200    200   200   200     200      200           200
  POST /api/auth/multi-session/set-active (own)      404      200        200      200    200   200   200     200      403           404
  POST /api/auth/multi-session/set-active (made-up)  404      404        404      404    404   404   404     404      403           404
  POST /api/auth/multi-session/revoke (own)          404      200        200      200    200   200   200     200      403           404
  `,
  {
    'POST /api/auth/multi-session/set-active (own)': (_, caller) => ({
      body: { sessionToken: ownHandle(caller) },
    }),
    'POST /api/auth/multi-session/set-active (made-up)': () => ({ body: { sessionToken: 'made-up' } }),
    'POST /api/auth/multi-session/revoke (own)': (_, caller) => ({
      body: { sessionToken: ownHandle(caller) },
    }),
  },
)
