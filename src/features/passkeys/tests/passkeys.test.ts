import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account, session, user } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { passkey } from '../server/passkeys.table.server.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { createSoftAuthenticator } from '@plinth/testing/soft-authenticator.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedIn, mailsTo } from '@plinth/testing/http/users.ts'
import {
  codeOf,
  isSignedInNow,
  letAuthenticationAge,
  read,
  verifiedUser,
} from '@plinth/testing/http/verified-user.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'

type Device = ReturnType<typeof createSoftAuthenticator>
type Options = Parameters<Device['get']>[0] & {
  userVerification?: string
  authenticatorSelection?: object
  allowCredentials?: unknown
}

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const optionsFor = async (client: HttpClient, what: 'register' | 'authenticate') =>
  (await (await client.get(`/api/auth/passkey/generate-${what}-options`)).json()) as Options

const call = async (client: HttpClient, name: string, input: object) => {
  const { status, code } = await mutate(client, name, input)
  return [status, code]
}
const remove = (client: HttpClient, id: string) => call(client, 'passkeys.remove', { id })

async function register(
  client: HttpClient,
  device: Device,
  { name = 'My laptop', ...flags }: { name?: string } & Parameters<Device['create']>[1] = {},
) {
  const options = await optionsFor(client, 'register')
  return read(
    client.post('/api/auth/passkey/verify-registration', { response: device.create(options, flags), name }),
  )
}

async function signInWith(
  device: Device,
  flags: Parameters<Device['get']>[1] = {},
  client = createHttpClient(app.url),
) {
  const options = await optionsFor(client, 'authenticate')
  const response = device.get(options, flags)
  return {
    client,
    response,
    ...(await read(client.post('/api/auth/passkey/verify-authentication', { response }))),
  }
}

async function userWithPasskey() {
  const someUser = await verifiedUser(app)
  const device = createSoftAuthenticator(app.url)
  const { status, body } = await register(someUser.client, device)
  expect(status).toBe(200)
  return { ...someUser, device, passkeyId: String(body.id) }
}

describe('a passkey', () => {
  test('is added with a name, reported by mail, listed without its key, and signs in', async () => {
    const { id, email, client, device, passkeyId } = await userWithPasskey()
    expect((await mailsTo(app, email))[0]?.text).toContain('A passkey was added')
    expect((await query(client, 'passkeys.list')).data).toEqual({
      items: [{ id: passkeyId, name: 'My laptop', createdAt: expect.any(Date) }],
      nextCursor: null,
    })
    const { client: other, status } = await signInWith(device)
    expect(status).toBe(200)
    expect(await isSignedIn(other)).toBe(true)
    const entries = await auditOf(app.db, id)
    expect(entries.find(({ action }) => action === 'passkey.add')?.details).toEqual({ passkeyId })
  })

  test('requires user verification, and the server rejects responses without it', async () => {
    const { client, device } = await userWithPasskey()
    expect((await optionsFor(client, 'register')).authenticatorSelection).toMatchObject({
      userVerification: 'required',
      residentKey: 'required',
    })
    expect(await optionsFor(client, 'authenticate')).toMatchObject({ userVerification: 'required' })
    const lax = createSoftAuthenticator(app.url)
    expect(await register(client, lax, { isUserVerified: false })).toMatchObject({
      status: 403,
      code: 'passkeys:errors.userVerification',
    })
    const refused = await signInWith(device, { isUserVerified: false })
    expect([refused.status, refused.code]).toEqual([403, 'passkeys:errors.userVerification'])
    expect(await isSignedInNow(refused.client)).toBe(false)
  })

  test('is accepted for this site only', async () => {
    const { client, device } = await userWithPasskey()
    const origin = 'https://evil.example'
    expect((await register(client, createSoftAuthenticator(app.url), { origin })).status).toBe(400)
    expect((await signInWith(device, { origin })).code).toBe('passkeys:errors.failed')
  })

  test('is neither created nor used on a page that another site embeds', async () => {
    const { client, device } = await userWithPasskey()
    const isEmbedded = true
    expect((await register(client, createSoftAuthenticator(app.url), { isEmbedded })).status).toBe(401)
    expect((await signInWith(device, { isEmbedded })).code).toBe('passkeys:errors.failed')
  })

  test('is not created from junk, which is a bounded line in the log and no error', async () => {
    const { client } = await verifiedUser(app)
    const junk: [string, object][] = [
      ['nested CBOR', { attestationObject: Buffer.alloc(6000, 0x81).toString('base64url') }],
      ['too much CBOR', { attestationObject: Buffer.alloc(60_000, 0x81).toString('base64url') }],
      ['many transports', { transports: Array.from({ length: 5000 }, (_, at) => `x${at}`) }],
      ['a transport of letters', { transports: ['x'.repeat(100_000)] }],
    ]
    for (const [what, part] of junk) {
      const made = createSoftAuthenticator(app.url).create(await optionsFor(client, 'register'))
      const response = { ...made, response: { ...made.response, ...part } }
      const answer = await client.post('/api/auth/passkey/verify-registration', { response, name: 'x' })
      expect([what, answer.status]).toEqual([what, 400])
      const id = answer.headers.get('x-request-id') ?? ''
      const isOfRequest = (line: string) => line.includes(id)
      expect(app.problems().filter(isOfRequest)).toEqual([])
      expect(app.output().split('\n').filter(isOfRequest).join('').length).toBeLessThan(1000)
    }
    expect((await query(client, 'passkeys.list')).data).toMatchObject({ items: [] })
  })

  test('is discoverable for signing in, and limited to the user for re-authentication', async () => {
    const { client, device } = await userWithPasskey()
    expect((await optionsFor(client, 'authenticate')).allowCredentials).toBeUndefined()
    const proof = (await (
      await client.get('/api/auth/passkey/generate-authenticate-options?reauthenticate=true')
    ).json()) as Options
    expect(proof.allowCredentials).toMatchObject([{ id: device.id }])
  })

  test('that was removed or never existed signs nobody in', async () => {
    const { client, device, passkeyId } = await userWithPasskey()
    expect(await remove(client, passkeyId)).toEqual([200, undefined])
    expect((await signInWith(device)).code).toBe('passkeys:errors.unknown')
    expect((await signInWith(createSoftAuthenticator(app.url))).code).toBe('passkeys:errors.unknown')
  })

  test('of a banned user signs nobody in', async () => {
    const { id, device } = await userWithPasskey()
    await app.db.update(user).set({ banned: true }).where(eq(user.id, id))
    const { status, code, client } = await signInWith(device)
    expect([status, code, await isSignedInNow(client)]).toEqual([403, 'errors:bannedForGood', false])
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['an empty answer', { response: {} }],
    ['no key', { response: { id: 'x', rawId: 'x', type: 'public-key', response: {} } }],
    [
      'nonsense',
      {
        response: {
          id: 'AAAA',
          rawId: 'AAAA',
          type: 'public-key',
          response: { clientDataJSON: '!!', attestationObject: 'zz' },
        },
        name: 'x',
      },
    ],
    ['a list', { response: [] }],
  ])('is not created from %s', async (_, body) => {
    const { client } = await verifiedUser(app)
    await optionsFor(client, 'register')
    expect((await client.post('/api/auth/passkey/verify-registration', body)).status).toBe(400)
    await optionsFor(client, 'authenticate')
    const { status } = await read(client.post('/api/auth/passkey/verify-authentication', body))
    expect([400, 401]).toContain(status)
  })
})

describe('a challenge', () => {
  test('signs in once, even when it is used ten times concurrently', async () => {
    const { id, device } = await userWithPasskey()
    const client = createHttpClient(app.url)
    const response = device.get(await optionsFor(client, 'authenticate'))
    const before = await app.db.$count(session, eq(session.userId, id))
    const cookie = client.cookie()
    const send = () =>
      fetch(`${app.url}/api/auth/passkey/verify-authentication`, {
        method: 'POST',
        headers: { origin: app.url, cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ response }),
      })
    const answers = await Promise.all(Array.from({ length: 10 }, () => codeOf(send())))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'security:challengeOver')).toHaveLength(9)
    expect(await app.db.$count(session, eq(session.userId, id))).toBe(before + 1)
  })

  test('is used up by a wrong response too', async () => {
    const { device } = await userWithPasskey()
    const client = createHttpClient(app.url)
    const options = await optionsFor(client, 'authenticate')
    const lax = device.get(options, { isUserVerified: false })
    expect((await client.post('/api/auth/passkey/verify-authentication', { response: lax })).status).toBe(403)
    expect(
      await codeOf(client.post('/api/auth/passkey/verify-authentication', { response: device.get(options) })),
    ).toEqual([400, 'security:challengeOver'])
  })

  test('of a registration creates no second passkey, and none for another user', async () => {
    const [ada, ben] = [await verifiedUser(app), await verifiedUser(app)]
    const device = createSoftAuthenticator(app.url)
    const options = await optionsFor(ada.client, 'register')
    const body = { response: device.create(options), name: 'x' }
    expect((await ben.client.post('/api/auth/passkey/verify-registration', body)).status).toBe(400)
    expect((await ada.client.post('/api/auth/passkey/verify-registration', body)).status).toBe(200)
    expect(
      (
        await ada.client.post('/api/auth/passkey/verify-registration', {
          ...body,
          response: createSoftAuthenticator(app.url).create(options),
        })
      ).status,
    ).toBe(400)
    expect(await app.db.$count(passkey, eq(passkey.userId, ada.id))).toBe(1)
    expect(await app.db.$count(passkey, eq(passkey.userId, ben.id))).toBe(0)
  })
})

describe('the passkeys of a user', () => {
  test('are renamed and removed by their owner only; those of others are unknown', async () => {
    const [ada, ben] = [await userWithPasskey(), await verifiedUser(app)]
    const rename = (client: HttpClient, name: unknown) =>
      call(client, 'passkeys.rename', { id: ada.passkeyId, name })
    expect(await rename(ben.client, 'Mine')).toEqual([404, 'errors:notFound'])
    expect(await remove(ben.client, ada.passkeyId)).toEqual([404, 'errors:notFound'])
    expect((await rename(ada.client, 'Work phone'))[0]).toBe(200)
    for (const name of ['', 'x'.repeat(101), 'a\u0000b', 'a\r\nb', { a: 1 }, null])
      expect((await rename(ada.client, name))[0]).toBe(400)
    expect(
      await app.db.select({ name: passkey.name }).from(passkey).where(eq(passkey.id, ada.passkeyId)),
    ).toEqual([{ name: 'Work phone' }])
  })

  test('can be removed only while another sign-in method remains, even when two are removed concurrently', async () => {
    const { id, client, passkeyId } = await userWithPasskey()
    const second = await register(client, createSoftAuthenticator(app.url))
    await app.db.delete(account).where(eq(account.userId, id))
    const removed = await Promise.all([remove(client, passkeyId), remove(client, String(second.body.id))])
    expect(removed.toSorted()).toEqual([
      [200, undefined],
      [409, 'security:lastSignInMethod'],
    ])
    expect(await app.db.$count(passkey, eq(passkey.userId, id))).toBe(1)
  })

  test('can be added and removed only after a recent authentication', async () => {
    const { id, client, passkeyId } = await userWithPasskey()
    await letAuthenticationAge(app, id)
    expect(await codeOf(client.get('/api/auth/passkey/generate-register-options'))).toEqual([
      403,
      'errors:reauthenticate',
    ])
    expect(await remove(client, passkeyId)).toEqual([403, 'errors:reauthenticate'])
    expect((await client.post('/api/auth/reauthenticate/password', { password: PASSWORD })).status).toBe(200)
    expect(await remove(client, passkeyId)).toEqual([200, undefined])
  })
})

test('endpoints of the library that the procedures replace are closed', async () => {
  const { client } = await userWithPasskey()
  const statuses = [
    (await client.get('/api/auth/passkey/list-user-passkeys')).status,
    (await client.post('/api/auth/passkey/update-passkey', { id: 'x', name: 'y' })).status,
    (await client.post('/api/auth/passkey/delete-passkey', { id: 'x' })).status,
  ]
  expect(statuses).toEqual([404, 404, 404])
})

test('wrong passwords of strangers lock nobody out of a passkey', async () => {
  const { email, device } = await userWithPasskey()
  const guess = () =>
    createHttpClient(app.url).post('/api/auth/sign-in/email', { email, password: 'a wrong password' })
  expect((await guess()).status).toBe(401)
  await app.db
    .update(limitCounter)
    .set({ count: 20 })
    .where(like(limitCounter.key, `%account:${email}%`))
  expect((await guess()).status).toBe(429)
  expect((await signInWith(device)).status).toBe(200)
})
