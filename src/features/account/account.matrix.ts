import { eq } from 'drizzle-orm'
import { session } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { createSession } from '@plinth/testing/factories.ts'
import { publicSettings } from '@plinth/testing/http/open-app.ts'

const userOf = ({ another }: World, { actor }: Caller) => actor ?? another

async function sessionOf({ db }: World, actor: World['another']): Promise<string> {
  const { token } = await createSession(db, actor, { secret: publicSettings.BETTER_AUTH_SECRET })
  const [row] = await db.select({ id: session.id }).from(session).where(eq(session.token, token))
  return row?.id ?? ''
}

// Nobody here has a password, and every session was authenticated recently;
// packages/core/test/http/reauthentication.test.ts covers older ones.

export const rows = expectedAnswers(
  `
  #                                             stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  account.read                                  401       200        200      200    200   200   200     200      200           401
  account.export                                401       200        200      200    200   200   200     200      403           401
  account.latestExport                          401       200        200      200    200   200   200     200      403           401
  GET /api/account/export/$exportId (unknown)   401       404        404      404    404   404   404     404      403           401

  account.requestDeletion (not one's address)               401       400        400      400    400   400   400     400      403           401
  account.cancelDeletion                                  401       200        200      200    200   200   200     200      403           401
  account.cancelDeletionByLink (unknown)                  404       404        404      404    404   404   404     404      404           404
  account.disownSignUp (made-up token)                    400       400        400      400    400   400   400     400      400           400

  GET /cancel-deletion                             200       200        200      200    200   200   200     200      200           200

  #                            stranger unverified personal member admin owner foreign appAdmin impersonating banned
  sessions.list                401      200        200      200    200   200   200     200      200           401
  sessions.revoke (own)        401      200        200      200    200   200   200     200      403           401
  sessions.revoke (another's)  401      404        404      404    404   404   404     404      403           401
  sessions.revoke (unknown)    401      404        404      404    404   404   404     404      403           401
  sessions.revokeOthers        401      200        200      200    200   200   200     200      403           401

  #                                        stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  GET /api/auth/reauthenticate/methods     401      200        200      200    200   200   200     200      200           401    401
  POST /api/auth/reauthenticate/password   401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/reauthenticate/send-code  401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/reauthenticate/code       401      400        400      400    400   400   400     400      403           401    401
  POST /api/auth/change-password           401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/change-email              401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/update-user               401      200        200      200    200   200   200     200      403           401    401
  `,
  {
    'GET /api/account/export/$exportId (unknown)': () => ({ path: '/api/account/export/unknown' }),
    "account.requestDeletion (not one's address)": () => ({ input: { email: 'somebody@example.org' } }),
    'sessions.revoke (own)': async (world, caller) => ({
      input: { id: await sessionOf(world, userOf(world, caller)) },
    }),
    "sessions.revoke (another's)": async (world) => ({
      input: { id: await sessionOf(world, world.another) },
    }),
    'sessions.revoke (unknown)': () => ({ input: { id: 'unknown' } }),
    'POST /api/auth/reauthenticate/password': () => ({ body: { password: 'any' } }),
    'POST /api/auth/reauthenticate/code': () => ({ body: { code: '123456' } }),
    'POST /api/auth/change-password': () => ({
      body: { currentPassword: 'any', newPassword: 'fünf blaue Ziegel am Bach' },
    }),
    'POST /api/auth/change-email': () => ({ body: { newEmail: `${createId()}@example.org` } }),
    'POST /api/auth/update-user': () => ({ body: { firstName: 'Eva', lastName: 'Lux' } }),
    'account.cancelDeletionByLink (unknown)': () => ({ input: { token: 'unknown' } }),
    'account.disownSignUp (made-up token)': () => ({ input: { token: 'made-up' } }),
  },
)
