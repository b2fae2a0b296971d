import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account, user } from '@plinth/core/database/server'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { openApp, sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import {
  isSignedIn,
  mailsTo,
  newEmail,
  newestLink,
  signIn,
  signUp,
  followLink,
} from '@plinth/testing/http/users.ts'
import { mailedCode, read } from '@plinth/testing/http/verified-user.ts'

const SECRET = 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const post = (path: string, body: unknown) => createHttpClient(app.url).post(path, body)
const someUser = async (email: string) => (await app.db.select().from(user).where(eq(user.email, email)))[0]

/** What a response reveals, without random parts. */
async function tellingOf(answer: Response): Promise<unknown> {
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name)),
  )
  return {
    status: answer.status,
    headers,
    body: (await answer.text()).replaceAll(/person\d+-\d+|"(id|createdAt|updatedAt)":"[^"]*"/g, '*'),
  }
}

describe('signing up', () => {
  test('signs in, sends the mail and leaves the address unverified', async () => {
    const { email, client } = await signUp(app)
    expect(await isSignedIn(client)).toBe(true)
    expect(await someUser(email)).toMatchObject({
      name: 'Eva Lux',
      firstName: 'Eva',
      emailVerified: false,
      role: 'user',
      banned: false,
    })
    expect((await mailsTo(app, email)).map(({ links }) => links.length)).toEqual([expect.any(Number)])
  })

  test('concurrent sign-ups with one address in three spellings create one user', async () => {
    const email = newEmail()
    const spellings = [email, email.toUpperCase(), ` ${email.replace('person', 'Person')} `]
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        post('/api/auth/sign-up/email', {
          firstName: 'A',
          lastName: 'B',
          email: spellings[at % 3],
          password: PASSWORD,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 422]))
    const users = await app.db
      .select()
      .from(user)
      .where(sql`lower(${user.email}) = ${email}`)
    expect(users).toHaveLength(1)
    expect(
      await app.db
        .select()
        .from(account)
        .where(eq(account.userId, users[0]?.id ?? '')),
    ).toHaveLength(1)
  })

  test('accepts passwords from 8 to 128 characters except common ones, and truncates none', async () => {
    const refusedBy = async (password: string) => {
      const answer = await post('/api/auth/sign-up/email', {
        firstName: 'A',
        lastName: 'B',
        email: newEmail(),
        password,
      })
      return answer.status === 200 ? undefined : ((await answer.json()) as { code: string; field: string })
    }
    expect(await refusedBy('7 zeich')).toMatchObject({ code: 'errors:passwordTooShort', field: 'password' })
    expect(await refusedBy('x9'.repeat(64) + 'y')).toMatchObject({ code: 'errors:passwordTooLong' })
    for (const common of ['password', 'Password', '12345678', 'qwertyuiop', 'iloveyou']) {
      expect(await refusedBy(common), common).toMatchObject({
        code: 'errors:commonPassword',
        field: 'password',
      })
    }
    const longest = ` ${'ü'.repeat(120)}🐢 end!`
    const { email } = await signUp(app, { password: longest })
    expect((await signIn(app, email, { password: longest })).status).toBe(200)
    expect((await signIn(app, email, { password: longest.slice(0, -1) })).status).toBe(401)
    expect((await signIn(app, email, { password: longest.trim() })).status).toBe(401)
  })

  test('stores the password as an Argon2id hash', async () => {
    const { email } = await signUp(app)
    const id = (await someUser(email))?.id ?? ''
    const [row] = await app.db.select().from(account).where(eq(account.userId, id))
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('a response does not reveal who has an account', () => {
  const known = 'ada@example.com'

  test('a wrong password and an unknown address', async () => {
    expect(await tellingOf(await signIn(app, known, { password: 'wrong password' }))).toEqual(
      await tellingOf(await signIn(app, newEmail(), { password: 'wrong password' })),
    )
  })

  test('a forgotten password', async () => {
    const ask = (email: string) => post('/api/auth/request-password-reset', { email })
    expect(await tellingOf(await ask(known))).toEqual(await tellingOf(await ask(newEmail())))
  })

  test('another verification mail: for a verified, an unverified and an unknown address', async () => {
    const { email } = await signUp(app)
    const ask = async (to: string) =>
      tellingOf(await post('/api/auth/send-verification-email', { email: to }))
    const unknown = await ask(newEmail())
    expect(await ask(known)).toEqual(unknown)
    expect(await ask(email)).toEqual(unknown)
    expect(await mailsTo(app, email)).toHaveLength(2)
  })
})

describe('the link that verifies an address', () => {
  const page = async (link: URL) => (await fetch(app.url + link.pathname + link.search)).text()
  const headingOf = async (link: URL) => /<h1[^>]*>([^<]*)/.exec(await page(link))?.[1]

  test('verifies it once its page posts, and signs nobody in', async () => {
    const { email } = await signUp(app)
    const link = await newestLink(app, email)
    expect(link.origin).toBe(app.url)
    expect(await headingOf(link)).toBe('Verify your email')
    expect((await someUser(email))?.emailVerified).toBe(false)
    const posted = await followLink(createHttpClient(app.url), link)
    expect([posted.status, posted.headers.getSetCookie()]).toEqual([200, []])
    expect((await someUser(email))?.emailVerified).toBe(true)
    expect(await headingOf(link)).toBe('Verification Successful')
  })

  test('tells who signed up, and shows no name that carries a message', async () => {
    const [eva, spam] = [
      await signUp(app, { firstName: 'Eva', lastName: 'Lux' }),
      await signUp(app, { firstName: 'Win at', lastName: 'www.example.net' }),
    ]
    const told = await page(await newestLink(app, eva.email))
    for (const part of [eva.email, 'Eva Lux', '127.0.0.1', 'It wasn']) expect(told).toContain(part)
    expect(await page(await newestLink(app, spam.email))).not.toContain('example.net')
  })

  test('leads on to the page that requested it', async () => {
    const email = newEmail()
    const names = { firstName: 'Ines', lastName: 'García' }
    await post('/api/auth/sign-up/email', {
      email,
      password: PASSWORD,
      ...names,
      callbackURL: '/accept-invitation/abc/',
    })
    const link = await newestLink(app, email)
    expect(link.searchParams.get('redirect')).toBe('/accept-invitation/abc/')
  })

  const tokenOf = (payload: object, { secret = SECRET, alg = 'HS256' } = {}) => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const text = `${encode({ alg, typ: 'JWT' })}.${encode(payload)}`
    return `${text}.${alg === 'none' ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const now = Math.floor(Date.now() / 1000)
  const linkWith = (token: string) => new URL(`/verify-email?${new URLSearchParams({ token })}`, app.url)

  test('is rejected after its expiry, and when forged', async () => {
    const { email } = await signUp(app)
    const { securityStamp: stamp } = (await someUser(email)) ?? {}
    const bad = [
      tokenOf({ email, stamp, iat: now - 90_000, exp: now - 60 }),
      tokenOf({ email, stamp, iat: now, exp: now + 600 }, { secret: 'another-secret-of-32-characters-x' }),
      tokenOf({ email, stamp, iat: now, exp: now + 600 }, { alg: 'none' }),
      tokenOf({ email, stamp, iat: now, exp: now + 600 }).replace(
        /^[^.]+/,
        Buffer.from('{"alg":"none"}').toString('base64url'),
      ),
      tokenOf({ email, iat: now, exp: now + 600 }),
      tokenOf({ email, stamp: 'another', iat: now, exp: now + 600 }),
      'x',
    ]
    for (const token of bad) {
      const answer = await read(followLink(createHttpClient(app.url), linkWith(token)))
      expect([answer.status, answer.body.code], token).toEqual([400, 'security:linkOver'])
      expect(await headingOf(linkWith(token)), token).toBe('This link no longer works')
    }
    expect((await someUser(email))?.emailVerified).toBe(false)
    // The test signs tokens like the application: a valid one is accepted.
    const valid = linkWith(tokenOf({ email, stamp, iat: now, exp: now + 600 }))
    expect((await followLink(createHttpClient(app.url), valid)).status).toBe(200)
  })
})

describe('with AUTH_REQUIRE_VERIFIED_EMAIL', () => {
  let strict: AppUnderTest
  beforeAll(async () => {
    strict = await openApp({ AUTH_REQUIRE_VERIFIED_EMAIL: 'true' })
  })

  test('signing up creates no session, and a taken address gets the response of a new one', async () => {
    const ask = (email: string) =>
      createHttpClient(strict.url).post('/api/auth/sign-up/email', {
        firstName: 'A',
        lastName: 'B',
        email,
        password: PASSWORD,
      })
    const email = newEmail()
    const fresh = await ask(email)
    expect(fresh.headers.getSetCookie()).toEqual([])
    const told = await tellingOf(fresh)
    expect(await tellingOf(await ask(email))).toEqual(told)
    expect(await tellingOf(await ask('ada@example.com'))).toEqual(
      JSON.parse(JSON.stringify(told).replaceAll('*@example.org', 'ada@example.com')),
    )
    expect((await mailsTo(strict, 'ada@example.com')).map(({ subject }) => subject)).toHaveLength(1)
  })

  test('signing in works after the link was opened, not before', async () => {
    const { email, client } = await signUp(strict)
    expect(await isSignedIn(client)).toBe(false)
    expect((await signIn(strict, email)).status).toBe(403)
    const [mail] = await mailsTo(strict, email)
    // Nobody is signed in who could type it.
    expect(await mailedCode(strict, email)).toBe('')
    await followLink(client, mail?.links[0])
    expect(await isSignedIn(client)).toBe(false)
    expect((await signIn(strict, email)).status).toBe(200)
  })
})
