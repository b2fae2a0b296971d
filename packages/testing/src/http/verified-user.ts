import { eq, sql } from 'drizzle-orm'
import { session, user } from '@plinth/core/database/server'
import type { HttpClient } from '../http-client.ts'
import type { AppUnderTest } from './open-app.ts'
import { mailsTo, signUp } from './users.ts'

export type Answer = {
  status: number
  code: string | undefined
  field: string | undefined
  body: Record<string, unknown>
}

/** Status and body of a response. */
export async function read(answer: Response | Promise<Response>): Promise<Answer> {
  const response = await answer
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  return {
    status: response.status,
    code: body.code as string | undefined,
    field: body.field as string | undefined,
    body,
  }
}

/** Status and error code of a response. */
export async function codeOf(answer: Response | Promise<Response>): Promise<[number, string | undefined]> {
  const { status, code } = await read(answer)
  return [status, code]
}

/** A user with a verified address, signed in by password. */
export async function verifiedUser(app: AppUnderTest) {
  const { email, client } = await signUp(app)
  const [row] = await app.db
    .update(user)
    .set({ emailVerified: true })
    .where(eq(user.email, email))
    .returning({ id: user.id })
  return { id: row?.id ?? '', email, client }
}

/** The code in the newest mail to that address. */
export async function mailedCode(app: AppUnderTest, email: string): Promise<string> {
  const [mail] = await mailsTo(app, email)
  return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

export const isSignedInNow = async (client: HttpClient) =>
  (await (await client.get('/api/auth/get-session')).json()) !== null

/** Makes every authentication of that user older than ten minutes. */
export async function letAuthenticationAge(app: AppUnderTest, userId: string): Promise<void> {
  await app.db
    .update(session)
    .set({ reauthenticatedAt: sql`now() - interval '11 minutes'` })
    .where(eq(session.userId, userId))
}
