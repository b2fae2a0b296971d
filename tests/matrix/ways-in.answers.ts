import { account } from '#/core/auth/auth.table.server.ts'
import { sessionHandle } from '#/core/auth/session-handle.server.ts'
import { createId } from '#/lib/create-id.ts'
import { publicSettings } from '../http/open-app.ts'
import type { Asker, World } from './people.ts'
import { expectedAnswers } from './table.ts'

const secret = publicSettings.BETTER_AUTH_SECRET

/** A link to Google, beside a password. */
async function linkTo({ db }: World, userId: string): Promise<string> {
  const id = createId()
  await db.insert(account).values([
    { id, userId, providerId: 'google', accountId: id },
    { id: createId(), userId, providerId: 'credential', accountId: createId(), password: 'a hash' },
  ])
  return id
}

/** What names the asker's own session. */
function ownHandle({ token }: Asker): string {
  return token === undefined ? 'none' : sessionHandle(secret, token)
}

// Signing in is for anyone. Who holds the cookies of a browser may see and switch its accounts; who borrows a
// session may not.

export const rows = expectedAnswers(
  `
  #                                                     stranger unverified personal member  admin   owner   foreign appAdmin impersonating banned  half
  POST /api/auth/sign-in/social                         200      200        200      200     200     200     200     200      200           200
  GET /api/auth/callback/google                         >/login  >/login    >/login  >/login >/login >/login >/login >/login  >/login       >/login >/login
  GET /api/auth/callback/github                         >/login  >/login    >/login  >/login >/login >/login >/login >/login  >/login       >/login >/login
  GET /api/auth/list-accounts                           401      200        200      200     200     200     200     200      200           401
  POST /api/auth/link-social                            401      403        200      200     200     200     200     200      403           401
  POST /api/auth/unlink-account (own)                   401      200        200      200     200     200     200     200      403           401
  POST /api/auth/unlink-account (another's)             401      404        404      404     404     404     404     404      403           401
  GET /api/auth/multi-session/list-device-sessions      200      200        200      200     200     200     200     200      200           200
  POST /api/auth/multi-session/set-active (own)         404      200        200      200     200     200     200     200      403           404
  POST /api/auth/multi-session/set-active (made-up)     404      404        404      404     404     404     404     404      403           404
  POST /api/auth/multi-session/revoke (own)             404      200        200      200     200     200     200     200      403           404
  `,
  {
    'POST /api/auth/sign-in/social': () => ({ body: { provider: 'google', disableRedirect: true } }),
    'POST /api/auth/link-social': () => ({ body: { provider: 'google', disableRedirect: true } }),
    'POST /api/auth/unlink-account (own)': async (world, { actor }) => ({
      body: { accountId: actor ? await linkTo(world, actor.userId) : 'none' },
    }),
    "POST /api/auth/unlink-account (another's)": async (world) => ({
      body: { accountId: await linkTo(world, world.another.userId) },
    }),
    'POST /api/auth/multi-session/set-active (own)': (_, asker) => ({
      body: { sessionToken: ownHandle(asker) },
    }),
    'POST /api/auth/multi-session/set-active (made-up)': () => ({ body: { sessionToken: 'made-up' } }),
    'POST /api/auth/multi-session/revoke (own)': (_, asker) => ({ body: { sessionToken: ownHandle(asker) } }),
  },
)
