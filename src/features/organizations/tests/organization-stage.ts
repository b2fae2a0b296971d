import { and, desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditLog } from '@plinth/core/verb/server'
import { type Db, member } from '@plinth/core/database/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { createId } from '@plinth/core/schema'
import { createOrganization, createUser } from '@plinth/testing/factories.ts'
import { sharedApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { userOf, signIn, type Answer, type User, type Stage } from './organization-client.ts'

/** The built application, for tests that create their own sessions. Call it in beforeAll. */
export async function openStage(): Promise<Stage & { app: AppUnderTest }> {
  const secret = publicSettings.BETTER_AUTH_SECRET
  const app = await sharedApp()
  return { app, url: app.url, db: app.db, secret }
}

export const newSlug = () => `acme-${createId()}`
export const newAddress = () => `${createId()}@example.com`
export const refusal = ({ status, body }: Answer) => [status, body.code]

/** An organization with one signed-in user per role, all active in it, and an outsider. */
export async function openTeam(stage: Stage) {
  const [ada, ben, cleo] = await Promise.all([
    createUser(stage.db),
    createUser(stage.db),
    createUser(stage.db),
  ])
  const acme = await createOrganization(stage.db, { owner: ada, admin: ben, member: cleo })
  const [owner, admin, plain, outsider] = await Promise.all([
    userOf(stage, ada, acme),
    userOf(stage, ben, acme),
    userOf(stage, cleo, acme),
    signIn(stage),
  ])
  return { acme, owner, admin, plain, outsider }
}

export async function memberOf(db: Db, organizationId: string, user: User) {
  const [row] = await db
    .select()
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, user.user.id)))
  return row
}

/** The audit log's actions for an organization, oldest first. */
export async function actionsIn(db: Db, organizationId: string) {
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.organizationId, organizationId))
    .orderBy(auditLog.at, auditLog.id)
  return rows.map((row) => row.action)
}

export async function lastMailTo(db: Db, email: string) {
  const [row] = await db.select().from(mail).where(eq(mail.to, email)).orderBy(desc(mail.id)).limit(1)
  return row
}

/** The proof that only the mailed link contains. */
export async function mailedProof(db: Db, email: string): Promise<string> {
  return new URL((await lastMailTo(db, email))?.links[0] ?? '').searchParams.get('proof') ?? ''
}

/** Invites. Returns the id of the invitation. */
export async function invite(inviter: User, email: string, role = 'member'): Promise<string> {
  const answer = await inviter.act('invite', { email, role })
  expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String) } })
  return String(answer.body.id)
}
