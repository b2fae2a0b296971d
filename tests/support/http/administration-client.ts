import { eq } from 'drizzle-orm'
import { user } from '#/core/identity/identity.table.server.ts'
import type { AppUnderTest } from './open-app.ts'
import { verifiedPerson } from './second-factor-users.ts'

/** Somebody signed in who administers the application. */
export async function administrator(app: AppUnderTest) {
  const person = await verifiedPerson(app)
  await app.db.update(user).set({ role: 'admin' }).where(eq(user.id, person.id))
  return person
}
