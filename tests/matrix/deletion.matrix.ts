import { eq } from 'drizzle-orm'
import { user } from '@plinth/core/database/server'
import type { Caller, World } from '../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../tests/matrix/table.ts'

/** The caller's own address; for callers without a user, that of another owner of Acme. */
export async function ownAddress({ db, another }: World, { actor }: Caller) {
  const [someUser] = await db
    .select({ email: user.email })
    .from(user)
    .where(eq(user.id, actor?.userId ?? another.userId))
  return { input: { email: someUser?.email } }
}

// Where no feature refuses a deletion.

export const rows = expectedAnswers(
  `
  #                        stranger unverified personal member admin owner foreign appAdmin impersonating banned
  account.requestDeletion  401      200        200      200    200   200   200     200      403           401
  `,
  { 'account.requestDeletion': ownAddress },
)
