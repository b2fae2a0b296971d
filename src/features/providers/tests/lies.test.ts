// What a provider says of a user, whatever that is. providers.test.ts has lies about the exchange.
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account, user } from '@plinth/core/database/server'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedIn, newEmail } from '@plinth/testing/http/users.ts'
import { startOAuthServer, type OAuthServer } from '@plinth/testing/servers/oauth-server.ts'
import { goThrough, type ProviderAtTest } from './provider-client.ts'

let app: AppUnderTest
let server: OAuthServer
let users = 100
beforeAll(async () => {
  server = await startOAuthServer()
  atEnd(() => server.close())
  app = await openApp(server.env)
})
beforeEach(() => {
  users += 1
  server.asked.length = 0
  server.lie = undefined
  server.user = { id: users, email: newEmail(), emailVerified: true, name: 'Grace Hopper' }
})

const browser = () => createHttpClient(app.url)
const signIn = async (provider: ProviderAtTest) => {
  const client = browser()
  const page = await goThrough(client, server, { provider })
  expect((await client.get(page)).status).toBe(200)
  return { page, isSignedIn: await isSignedIn(client) }
}
const accountsOf = (email: string) =>
  app.db
    .select({ accountId: account.accountId, userId: user.id })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(eq(user.email, email))

const many = (letter: string) => letter.repeat(100_000)
test.each<[string, string, RegExp]>([
  ['controls', 'Gr\u0000a\u0007c\u001be\r\nHop\u2028per', /^Gr a c e Hop per$/],
  ['controls of the direction', '\u202eecarG Hopper', /^ecarG Hopper$/],
  ['half a character', 'Gra\ud800ce Hopper', /^Gra ce Hopper$/],
  ['nothing visible', '\u200b\u2060 \u00ad', /^person[\w-]+$/],
  ['far too many letters', `${many('x')} ${many('y')}`, /^x{100} y{100}$/],
])('a name with %s is kept as a short line that can be read', async (_name, name, kept) => {
  for (const provider of ['google', 'github'] as const) {
    // Its token has 16 KB at most.
    if (provider === 'google' && name.length > 10_000) continue
    server.user = { ...server.user, id: (users += 1), email: newEmail(), told: { name } }
    expect(await signIn(provider)).toEqual({ page: '/dashboard', isSignedIn: true })
    const [row] = await app.db.select().from(user).where(eq(user.email, server.user.email))
    expect(row?.name).toMatch(kept)
  }
})

test('a picture is neither kept nor asked for', async () => {
  const picture = `${server.url}/picture.png`
  server.user.told = { picture, avatar_url: picture }
  for (const provider of ['google', 'github'] as const) {
    expect((await signIn(provider)).isSignedIn).toBe(true)
    const [row] = await app.db.select().from(user).where(eq(user.email, server.user.email))
    expect(row?.image).toBeNull()
  }
  expect(server.asked.join()).not.toContain('picture')
})

describe('nobody is signed in', () => {
  const unverified = '/login?error=emailUnverified'
  const rejected = '/login?error=rejected'
  const lies: [ProviderAtTest, Record<string, unknown>, string][] = [
    ['google', { email: undefined }, unverified],
    ['google', { email: null }, rejected],
    ['google', { email: '' }, unverified],
    ['google', { email: ['ada@example.com'] }, rejected],
    ['google', { email: 'Ada <ada@example.com>' }, unverified],
    ['google', { email: 'ada@example.com\nbcc: eve@example.org' }, unverified],
    ['google', { email: 'ada@example.com\u0000' }, unverified],
    ['google', { email: 'ada@example.com,eve@example.org' }, unverified],
    ['google', { email: `${'a'.repeat(900)}@example.org` }, unverified],
    ['google', { email_verified: undefined }, unverified],
    ['google', { email_verified: 'TRUE' }, rejected],
    ['google', { email_verified: 1 }, rejected],
    ['google', { sub: undefined }, rejected],
    ['google', { sub: '' }, rejected],
    ['google', { sub: 7 }, rejected],
    ['google', { sub: 'x'.repeat(256) }, rejected],
    ['google', { sub: 'google\u0000' }, rejected],
    ['google', { aud: ['stand-in-client', 'another-client'] }, rejected],
    ['google', { exp: undefined }, rejected],
    ['google', { name: ['Grace'] }, rejected],
    ['github', { name: { first: 'Grace' } }, rejected],
    ['github', { id: '7' }, rejected],
    ['github', { id: 0 }, rejected],
    ['github', { id: 7.5 }, rejected],
    ['github', { id: 2 ** 60 }, rejected],
    ['github', { login: null }, rejected],
  ]
  const titleOf = (told: object) =>
    JSON.stringify(told, (_key, value: unknown) => (value === undefined ? 'missing' : value)).slice(0, 60)
  test.each(lies.map(([provider, told, page]) => [provider, titleOf(told), { told, page }] as const))(
    '%s: %s',
    async (provider, _title, { told, page }) => {
      server.user.told = told
      const before = await app.db.$count(user)
      expect(await signIn(provider)).toEqual({ page, isSignedIn: false })
      expect(await app.db.$count(user)).toBe(before)
      expect(app.output()).not.toContain('"level":"error"')
    },
  )

  test('by github with more addresses than anybody has', async () => {
    const otherEmails = Array.from({ length: 200 }, () => ({ email: newEmail(), verified: true }))
    server.user = { ...server.user, otherEmails }
    expect(await signIn('github')).toEqual({ page: rejected, isSignedIn: false })
  })

  test.each(['google', 'github'] as const)('by %s with 100 MB in a small archive', async (provider) => {
    server.lie = 'bomb'
    expect(await signIn(provider)).toEqual({ page: '/login?error=unavailable', isSignedIn: false })
  })
})

describe.each(['google', 'github'] as const)('another subject of %s with the same address', (provider) => {
  test('is refused if the provider has not verified it there, and the same user if it has', async () => {
    const { email } = server.user
    await signIn(provider)
    const [first] = await accountsOf(email)
    server.user = { ...server.user, id: (users += 1), emailVerified: false }
    expect(await signIn(provider)).toEqual({ page: '/login?error=emailUnverified', isSignedIn: false })
    expect(await accountsOf(email)).toEqual([first])
    server.user = { ...server.user, email: email.toUpperCase(), emailVerified: true }
    expect(await signIn(provider)).toEqual({ page: '/dashboard', isSignedIn: true })
    const all = await accountsOf(email)
    expect(all.map(({ userId }) => userId)).toEqual([first?.userId, first?.userId])
  })
})
