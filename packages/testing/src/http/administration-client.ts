import { eq } from 'drizzle-orm'
import { user } from '@plinth/core/database/server'
import type { AppUnderTest } from './open-app.ts'
import { verifiedUser } from './verified-user.ts'

/** A signed-in administrator of the application. */
export async function administrator(app: AppUnderTest) {
  const someUser = await verifiedUser(app)
  await app.db.update(user).set({ role: 'admin' }).where(eq(user.id, someUser.id))
  return someUser
}
