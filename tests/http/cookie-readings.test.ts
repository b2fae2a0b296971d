import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '#/core/identity/identity.table.server.ts'
import { passkey } from '#/features/passkeys/server/passkeys.table.server.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { createSoftAuthenticator } from '../support/soft-authenticator.ts'
import { administrator } from '../support/http/administration-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '../support/http/open-app.ts'
import { mailsTo, newEmail } from '../support/http/users.ts'
import { sendRaw } from '../support/http/raw-request.ts'
import {
  withPendingSecondFactor,
  letAuthenticationAge,
  userWithAuthenticator,
  verifiedUser,
} from '../support/http/second-factor-users.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

/** Sends one request with exactly this Cookie header. */
async function request(path: string, cookie: string, body?: unknown) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `Host: localhost:${app.port}`,
    `Origin: ${app.url}`,
    `Cookie: ${cookie}`,
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    'Connection: close',
  ]
  const answer = await sendRaw(app.port, `${lines.join('\r\n')}\r\n\r\n${text}`)
  return { status: answer.status, code: /"code":"([^"]*)"/.exec(answer.body)?.[1], body: answer.body }
}
const post = (path: string, cookie: string, body: unknown) => request(`/api/auth${path}`, cookie, body)

function cookieOf(client: HttpClient, part: string): { name: string; value: string } {
  const [, name = '', value = ''] = new RegExp(`(?:^|; )([^=;]*${part})=([^;]*)`).exec(client.cookie()) ?? []
  expect(name, client.cookie()).not.toBe('')
  return { name, value }
}

/**
 * Cookies of one kind from two clients in one header, in every form that two parsers may read differently.
 */
function twoReadings(part: string, one: HttpClient, other: HttpClient): string[] {
  const { name, value: a } = cookieOf(one, part)
  const { value: b } = cookieOf(other, part)
  const paddings = [
    `${name} =${a}`,
    `${name}\t=${a}`,
    `${name}=${a}`,
    ` ${name}=${a}`,
    `${name}\u00a0=${a}`,
    `\u00a0${name}=${a}`,
  ]
  const twoLines = `${name}=${a}\r\nCookie: ${name}=${b}`
  const pairs = paddings.flatMap((padded) => [
    `${padded}; ${name}=${b}`,
    `${name}=${b}; ${padded}`,
    `${name}=${b};${padded}`,
    `x=1;\t${padded}; ${name}=${b}`,
  ])
  return [...pairs, twoLines]
}

const refused = { status: 400, code: 'errors:repeatedCookie' }

describe('an ambiguous Cookie header is rejected and acts for nobody', () => {
  test('re-authentication cannot be bypassed with the session of another, newly signed-in user', async () => {
    const [victim, attacker] = [await verifiedUser(app), await verifiedUser(app)]
    await letAuthenticationAge(app, victim.id)
    for (const cookie of twoReadings('session_token', victim.client, attacker.client)) {
      expect(await post('/change-email', cookie, { newEmail: newEmail() }), cookie).toMatchObject(refused)
    }
    expect(
      (await mailsTo(app, victim.email)).filter(
        ({ text }) => text.includes('@example.org') && /new address/i.test(text),
      ),
    ).toEqual([])
  })

  test('guesses at a second factor count for the account they target', async () => {
    const [victim, attacker] = [await userWithAuthenticator(app), await userWithAuthenticator(app)]
    const [theirs, own] = [
      await withPendingSecondFactor(app, victim.email),
      await withPendingSecondFactor(app, attacker.email),
    ]
    for (const cookie of twoReadings('two_factor', theirs, own)) {
      expect(
        await post('/two-factor/verify-backup-code', cookie, { code: 'aaaaa-bbbbb' }),
        cookie,
      ).toMatchObject(refused)
    }
  })

  test('a used authenticator code is not accepted by adding another challenge', async () => {
    const [victim, other] = [await userWithAuthenticator(app), await userWithAuthenticator(app)]
    const [again, bait] = [
      await withPendingSecondFactor(app, victim.email),
      await withPendingSecondFactor(app, other.email),
    ]
    for (const cookie of twoReadings('two_factor', again, bait)) {
      const answer = await post('/two-factor/verify-totp', cookie, { code: victim.usedCode })
      expect(answer, cookie).toMatchObject(refused)
    }
  })

  test('an impersonating administrator can neither rename the user nor add a passkey for them', async () => {
    const [admin, victim] = [await administrator(app), await verifiedUser(app)]
    const own = createHttpClient(app.url)
    await own.post('/api/auth/sign-in/email', { email: admin.email, password: PASSWORD })
    const impersonating = await admin.client.post('/api/auth/admin/impersonate-user', {
      userId: victim.id,
      reason: 'They asked for help',
    })
    expect(impersonating.status).toBe(200)
    const device = createSoftAuthenticator(app.url)
    for (const cookie of twoReadings('session_token', admin.client, own)) {
      expect(await post('/update-user', cookie, { name: 'Mallory' }), cookie).toMatchObject(refused)
      expect(await request('/api/auth/passkey/generate-register-options', cookie), cookie).toMatchObject(
        refused,
      )
      expect(
        await post('/passkey/verify-registration', cookie, { response: { id: device.id } }),
        cookie,
      ).toMatchObject(refused)
    }
    expect(await app.db.select({ name: user.name }).from(user).where(eq(user.id, victim.id))).toEqual([
      { name: 'Eva Lux' },
    ])
    expect(await app.db.$count(passkey, eq(passkey.userId, victim.id))).toBe(0)
  })

  test('pages and procedures reject it too, with a message', async () => {
    const [one, other] = [await verifiedUser(app), await verifiedUser(app)]
    for (const cookie of twoReadings('session_token', one.client, other.client)) {
      expect(await request('/api/trpc/posts.list', cookie), cookie).toMatchObject(refused)
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
  const { client, email } = await verifiedUser(app)
  const { name, value } = cookieOf(client, 'session_token')
  // An account cookie of this browser as the active session, and vice versa.
  const account = cookieOf(client, '_multi-[\\w-]+')
  for (const cookie of [
    `${name}=${account.value}`,
    `${account.name}=${value}`,
    `${name.replace('session_token', 'admin_session')}=${value}`,
  ]) {
    const answer = await request('/api/auth/multi-session/list-device-sessions', cookie)
    expect([answer.status, answer.body.includes(email)], cookie).toEqual([200, false])
    expect((await request('/api/auth/get-session', cookie)).body, cookie).not.toContain(email)
  }
  const { pathname, search } = new URL('/api/auth/admin/stop-impersonating', app.url)
  const stop = await request(
    pathname + search,
    `${name.replace('session_token', 'admin_session')}=${value}`,
    {},
  )
  expect(stop.status).toBe(401)
})
