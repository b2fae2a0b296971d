import { eq } from 'drizzle-orm'
import { user } from '@plinth/core/database/server'
import type { AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

/** A user in a browser. */
export async function newUser(app: AppUnderTest) {
  const { client, email } = await signUp(app)
  const [row] = await app.db.select().from(user).where(eq(user.email, email))
  if (!row) throw new Error('Nobody has signed up')
  return { client, email, row, id: row.id }
}

/** The status of a refusal and its error as OAuth names it. */
export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error?: string }
  return [answer.status, error]
}
