import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, user } from '@plinth/core/database/server'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { AT_ONCE, openTrack, times } from '@plinth/testing/http/race.ts'
import { newEmail, newestLink, signIn, signUp } from '@plinth/testing/http/users.ts'

const { app, rounds, race, sessionsOf } = await openTrack()

test('concurrent sign-ups with one address create one user with one password', async () => {
  await rounds(async () => {
    const email = newEmail()
    const seen = await race(
      times((at) => ({
        path: '/api/auth/sign-up/email',
        body: {
          firstName: 'A',
          lastName: 'B',
          email: at % 3 === 0 ? email.toUpperCase() : email,
          password: PASSWORD,
        },
      })),
    )
    expect(seen).toEqual({ '200': 1, '422 USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL': AT_ONCE - 1 })
    const [someUser] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
    expect(await app.db.$count(account, eq(account.userId, someUser?.id ?? ''))).toBe(1)
    expect(
      (await auditOf(app.db, someUser?.id ?? '')).filter(({ action }) => action === 'user.signUp'),
    ).toHaveLength(1)
  })
})

test('a reset link sets one password', async () => {
  await rounds(async () => {
    const { email } = await signUp(app)
    await createHttpClient(app.url).post('/api/auth/request-password-reset', {
      email,
      redirectTo: '/reset-password',
    })
    const token = (await newestLink(app, email)).searchParams.get('token')
    const passwords = times((at) => `sieben blaue Boote ${at}`)
    const seen = await race(
      passwords.map((newPassword) => ({ path: '/api/auth/reset-password', body: { token, newPassword } })),
    )
    expect(seen).toEqual({ '200': 1, '400 INVALID_TOKEN': AT_ONCE - 1 })
    const opened = await Promise.all(passwords.map((password) => signIn(app, email, { password })))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('the verification link verifies the address once', async () => {
  await rounds(async () => {
    const { email } = await signUp(app)
    const token = (await newestLink(app, email)).searchParams.get('token')
    expect(await race(times(() => ({ path: '/api/auth/verify-email', body: { token } })))).toEqual({
      '200': AT_ONCE,
    })
    const [someUser] = await app.db
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.email, email), eq(user.emailVerified, true)))
    expect(
      (await auditOf(app.db, someUser?.id ?? '')).filter(({ action }) => action === 'user.verifyEmail'),
    ).toHaveLength(1)
  })
})

const signInsOf = (email: string) =>
  Array.from({ length: 20 }, () => ({ path: '/api/auth/sign-in/email', body: { email, password: PASSWORD } }))

test('no sign-in with the old password is left after a reset', async () => {
  await rounds(async () => {
    const { email } = await signUp(app)
    await createHttpClient(app.url).post('/api/auth/request-password-reset', {
      email,
      redirectTo: '/reset-password',
    })
    const token = (await newestLink(app, email)).searchParams.get('token')
    const reset = { path: '/api/auth/reset-password', body: { token, newPassword: 'sieben blaue Boote' } }
    const seen = await race([...signInsOf(email), reset, ...signInsOf(email)])
    expect(Object.keys(seen).filter((outcome) => outcome.startsWith('50'))).toEqual([])
    const [someUser] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
    expect(await sessionsOf(someUser?.id ?? '')).toBe(0)
  })
})

test('no other session is left after a change of the password that ends them', async () => {
  await rounds(async () => {
    const { email, client } = await signUp(app)
    const change = {
      path: '/api/auth/change-password',
      body: { currentPassword: PASSWORD, newPassword: 'sieben blaue Boote', revokeOtherSessions: true },
      cookie: client.cookie(),
    }
    await race([...signInsOf(email), change, ...signInsOf(email)])
    const [someUser] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
    expect(await sessionsOf(someUser?.id ?? '')).toBe(1)
  })
})
