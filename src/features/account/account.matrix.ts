import { eq } from 'drizzle-orm'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'

/** The caller's own address; for callers without a user, that of another owner of Acme. */
async function ownAddress({ db, another }: World, { actor }: Caller) {
  const [someUser] = await db
    .select({ email: user.email })
    .from(user)
    .where(eq(user.id, actor?.userId ?? another.userId))
  return { input: { email: someUser?.email } }
}

export const rows = expectedAnswers(
  `
  #                                             stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  account.export                                401       200        200      200    200   200   200     200      403           401
  account.latestExport                          401       200        200      200    200   200   200     200      403           401
  GET /api/account/export/$exportId (unknown)   401       404        404      404    404   404   404     404      403           401

  # In the table's world, the person of the column "personal" is the last owner of an organization in which another works.
  account.requestDeletion                                   401       200        409      200    200   200   200     200      403           401
  account.requestDeletion (not one's address)               401       400        400      400    400   400   400     400      403           401
  account.cancelDeletion                                  401       200        200      200    200   200   200     200      403           401
  account.cancelDeletionByLink (unknown)                  404       404        404      404    404   404   404     404      404           404

  GET /cancel-deletion                             200       200        200      200    200   200   200     200      200           200
  `,
  {
    'GET /api/account/export/$exportId (unknown)': () => ({ path: '/api/account/export/unknown' }),
    'account.requestDeletion': ownAddress,
    "account.requestDeletion (not one's address)": () => ({ input: { email: 'somebody@example.org' } }),
    'account.cancelDeletionByLink (unknown)': () => ({ input: { token: 'unknown' } }),
  },
)
