import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { session, user } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { endSessionWhile } from '@plinth/testing/http/end-session-while.ts'
import { mutate } from '@plinth/testing/http/trpc-client.ts'
import { newestLink, signIn, signUp, followLink } from '@plinth/testing/http/users.ts'

const NEXT = 'sieben blaue Boote im Wind'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp()
})

/** The workspaces of that user's sessions. */
async function workspacesOf(email: string): Promise<(string | null)[]> {
  const rows = await app.db
    .select({ id: session.activeOrganizationId })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email))
  return rows.map(({ id }) => id)
}

async function organizationOf(client: HttpClient): Promise<string> {
  const { data } = await mutate(client, 'organizations.create', {
    name: 'Mine',
    slug: `o-${createId().slice(0, 14)}`,
  })
  return (data as { id: string }).id
}

test('sessions do not start in an organization that a squatter created before the owner reset the password, until the owner enters it', async () => {
  const { email, client: squatter } = await signUp(app)
  const owner = createHttpClient(app.url)
  const link = await newestLink(app, email)
  await followLink(owner, link)
  // The link has ended the session.
  await squatter.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  const id = await organizationOf(squatter)
  expect(await workspacesOf(email)).toEqual([id])

  await owner.post('/api/auth/request-password-reset', { email })
  const token = (await newestLink(app, email)).searchParams.get('token') ?? ''
  expect((await owner.post('/api/auth/reset-password', { token, newPassword: NEXT })).status).toBe(200)
  const password = { email, password: NEXT }
  expect((await owner.post('/api/auth/sign-in/email', password)).status).toBe(200)
  expect(await workspacesOf(email)).toEqual([null])

  expect((await mutate(owner, 'organizations.setActive', { id })).status).toBe(200)
  await owner.post('/api/auth/sign-out', {})
  expect((await signIn(app, email, { password: NEXT })).status).toBe(200)
  expect(await workspacesOf(email)).toEqual([id])
})

test('a session that ends while it waits creates no organization', async () => {
  const { email, client } = await signUp(app)
  const [row] = await app.db
    .update(user)
    .set({ emailVerified: true })
    .where(eq(user.email, email))
    .returning({ id: user.id })
  const creating = () => mutate(client, 'organizations.create', { name: 'Mine', slug: 'created-late' })
  expect((await endSessionWhile(app, row?.id ?? '', creating)).status).toBe(401)
})
