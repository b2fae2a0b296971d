import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '@plinth/core/database/server'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { ambiguous, cookieOf, requestWith, twoReadings } from '@plinth/testing/http/two-readings.ts'
import { mailsTo, newEmail } from '@plinth/testing/http/users.ts'
import { letAuthenticationAge, verifiedUser } from '@plinth/testing/http/verified-user.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const request = (path: string, cookie: string, body?: unknown) => requestWith(app, cookie, { path, body })
const post = (path: string, cookie: string, body: unknown) => request(`/api/auth${path}`, cookie, body)

describe('an ambiguous Cookie header is rejected and acts for nobody', () => {
  test('re-authentication cannot be bypassed with the session of another, newly signed-in user', async () => {
    const [victim, attacker] = [await verifiedUser(app), await verifiedUser(app)]
    await letAuthenticationAge(app, victim.id)
    for (const cookie of twoReadings('session_token', victim.client, attacker.client)) {
      expect(await post('/change-email', cookie, { newEmail: newEmail() }), cookie).toMatchObject(ambiguous)
    }
    expect(
      (await mailsTo(app, victim.email)).filter(
        ({ text }) => text.includes('@example.org') && /new address/i.test(text),
      ),
    ).toEqual([])
  })

  test('an impersonating administrator can not rename the user', async () => {
    const [admin, victim] = [await administrator(app), await verifiedUser(app)]
    const own = createHttpClient(app.url)
    await own.post('/api/auth/sign-in/email', { email: admin.email, password: PASSWORD })
    const impersonating = await admin.client.post('/api/auth/admin/impersonate-user', {
      userId: victim.id,
      reason: 'They asked for help',
    })
    expect(impersonating.status).toBe(200)
    for (const cookie of twoReadings('session_token', admin.client, own)) {
      expect(await post('/update-user', cookie, { name: 'Mallory' }), cookie).toMatchObject(ambiguous)
    }
    expect(await app.db.select({ name: user.name }).from(user).where(eq(user.id, victim.id))).toEqual([
      { name: 'Eva Lux' },
    ])
  })

  test('pages and procedures reject it too, with a message', async () => {
    const [one, other] = [await verifiedUser(app), await verifiedUser(app)]
    for (const cookie of twoReadings('session_token', one.client, other.client)) {
      expect(await request('/api/trpc/sessions.list', cookie), cookie).toMatchObject(ambiguous)
      const page = await request('/dashboard', cookie)
      expect([page.status, page.body.includes('sign-in cookie')], cookie).toEqual([400, true])
    }
  })
})

test('unrelated or malformed cookies do no harm', async () => {
  const { client, email } = await verifiedUser(app)
  const own = client.cookie()
  for (const cookie of [
    `i18next=de; ${own}`,
    `${own};x="a;b"`,
    `a=1;a=2; ${own}; a =3`,
    `=; ;;x; ${own}`,
    `Better-Auth.session_token=x; ${own}`,
    `__Secure-better-auth.session_token=${cookieOf(client, 'session_token').value}x; ${own}`,
    `\u00e4=\u00fc; ${own}`,
  ]) {
    const answer = await request('/api/auth/get-session', cookie)
    expect([answer.status, answer.body.includes(email)], cookie).toEqual([200, true])
  }
})

test('a value signed for one cookie is not valid under another name', async () => {
  const { client } = await verifiedUser(app)
  const { name, value } = cookieOf(client, 'session_token')
  const asAdministrator = `${name.replace('session_token', 'admin_session')}=${value}`
  expect((await request('/api/auth/get-session', asAdministrator)).body).toMatch(/^\s*\d*\s*null\b/)
  expect((await request('/api/auth/admin/stop-impersonating', asAdministrator, {})).status).toBe(401)
})
