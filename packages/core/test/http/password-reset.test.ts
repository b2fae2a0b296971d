import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account, user, verification } from '@plinth/core/database/server'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedIn, mailsTo, newestLink, signIn, signUp } from '@plinth/testing/http/users.ts'

const NEXT = 'sieben blaue Boote im Wind'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const ask = (email: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, redirectTo: '/reset-password' }),
  })
const reset = (token: string, newPassword = NEXT) =>
  createHttpClient(app.url).post('/api/auth/reset-password', { token, newPassword })
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]

async function tokenFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  return (await newestLink(app, email)).searchParams.get('token') ?? ''
}

test('a reset changes the password, verifies the address, ends every session and is reported by mail', async () => {
  const { email, client } = await signUp(app)
  const other = createHttpClient(app.url)
  await other.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  const token = await tokenFor(email)
  const answer = await reset(token)
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
  expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([false, false])
  expect((await signIn(app, email)).status).toBe(401)
  expect((await signIn(app, email, { password: NEXT })).status).toBe(200)
  expect(
    await app.db.select({ emailVerified: user.emailVerified }).from(user).where(eq(user.email, email)),
  ).toEqual([{ emailVerified: true }])
  const [newest] = await mailsTo(app, email)
  expect(newest?.links.join(' ')).not.toContain('token=')
  expect(newest?.text).not.toContain(NEXT)
})

describe('a link', () => {
  const over = [400, 'INVALID_TOKEN']

  test('works once, even when it is used eight times concurrently', async () => {
    const { email } = await signUp(app)
    const token = await tokenFor(email)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => reset(token, `${NEXT} ${at}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
    expect(await codeOf(await reset(token))).toEqual(over)
    const opened = await Promise.all(
      answers.map((_, at) => signIn(app, email, { password: `${NEXT} ${at}` })),
    )
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('expires when a newer one is used, and after an hour', async () => {
    const { email } = await signUp(app)
    const [older, newer] = [await tokenFor(email), await tokenFor(email)]
    expect((await reset(newer)).status).toBe(200)
    expect(await codeOf(await reset(older))).toEqual(over)
    const late = await tokenFor(email)
    const [row] = await app.db
      .select()
      .from(verification)
      .orderBy(sql`created_at desc`)
      .limit(1)
    const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect([minutes > 55, minutes <= 60]).toEqual([true, true])
    await app.db.update(verification).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(await codeOf(await reset(late))).toEqual(over)
    expect((await signIn(app, email, { password: NEXT })).status).toBe(200)
  })

  test.each(['x', '../../x', '%00', 'a'.repeat(24), "' or 1=1 --", '*'])(
    'that was guessed (%s) is rejected',
    async (token) => {
      expect(await codeOf(await reset(token))).toEqual(over)
    },
  )

  test('is not stored as plain text', async () => {
    const { email } = await signUp(app)
    const token = await tokenFor(email)
    const rows = await app.db.select().from(verification)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is rejected with a weak password and can still be used', async () => {
    const { email } = await signUp(app)
    const token = await tokenFor(email)
    expect(await codeOf(await reset(token, 'short'))).toEqual([400, 'errors:passwordTooShort'])
    expect(await codeOf(await reset(token, 'iloveyou'))).toEqual([400, 'errors:commonPassword'])
    expect((await reset(token)).status).toBe(200)
  })

  test('points to our own origin, whatever the request headers claim', async () => {
    const { email } = await signUp(app)
    const claims = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
      referer: 'https://evil.example/',
    }
    expect((await ask(email, claims)).status).toBe(200)
    for (const { links, html, text } of await mailsTo(app, email)) {
      for (const link of links) expect(new URL(link).origin).toBe(app.url)
      expect(html + text).not.toContain('evil.example')
    }
  })

  test('opens a page of this application only', async () => {
    const refused = await createHttpClient(app.url).post('/api/auth/request-password-reset', {
      email: 'ada@example.com',
      redirectTo: 'https://evil.example',
    })
    expect([refused.status, ((await refused.json()) as { field?: string }).field]).toEqual([
      400,
      'redirectTo',
    ])
  })
})

test('a user without a password can set one the same way', async () => {
  const { email } = await signUp(app)
  const [row] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  await app.db.delete(account).where(eq(account.userId, row?.id ?? ''))
  expect((await signIn(app, email)).status).toBe(401)
  expect((await reset(await tokenFor(email))).status).toBe(200)
  expect((await signIn(app, email, { password: NEXT })).status).toBe(200)
})

test("a reset lifts a lock caused by another person's guesses", async () => {
  const { email } = await signUp(app)
  await Promise.all(Array.from({ length: 22 }, () => signIn(app, email, { password: 'not the password' })))
  expect((await signIn(app, email)).status).toBe(429)
  expect((await reset(await tokenFor(email))).status).toBe(200)
  expect((await signIn(app, email, { password: NEXT })).status).toBe(200)
})

test('a used or unknown reset link is reported before anything is typed', async () => {
  const { email } = await signUp(app)
  const token = await tokenFor(email)
  const page = async (value: string) => (await fetch(`${app.url}/reset-password?token=${value}`)).text()
  expect(await page(token)).toContain('name="passwordConfirmation"')
  expect((await reset(token)).status).toBe(200)
  for (const value of [token, 'unknown']) {
    expect(await page(value)).not.toContain('name="passwordConfirmation"')
    expect(await page(value)).toMatch(/<h1[^>]*>This link no longer works/)
  }
})
