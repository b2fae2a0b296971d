import { eq, sql } from 'drizzle-orm'
import { account } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { newEmail } from '@plinth/testing/http/users.ts'
import { startOAuthServer, type OAuthServer } from '@plinth/testing/servers/oauth-server.ts'
import { goThrough } from './tests/provider-client.ts'

let started: Promise<OAuthServer> | undefined
let users = 100

async function start(): Promise<OAuthServer> {
  const server = await startOAuthServer()
  atEnd(() => {
    // One process runs many files.
    started = undefined
    return server.close()
  })
  return server
}

/** The provider of this file, where a new user with that address is signed in. */
export async function providerWith(email: string): Promise<OAuthServer> {
  const server = await (started ??= start())
  users += 1
  server.user = { id: users, email, emailVerified: true, name: 'Grace Hopper' }
  return server
}

export const fixtures: FeatureFixtures = {
  async fill(db, { userId }) {
    for (const providerId of ['google', 'github'])
      await db.insert(account).values({ id: createId(), accountId: createId(), providerId, userId })
    return { ids: {}, isThere: sql`true` }
  },
  settings: async () => (await (started ??= start())).env,
  creations: { 'POST /api/auth/link-social': { provider: 'google' } },
  async credentials({ app, id, email, client, isVerified, hasMailbox }) {
    if (!hasMailbox && !isVerified) return []
    const server = await providerWith(hasMailbox ? email : newEmail())
    const page = await goThrough(client, server, { provider: 'google', path: '/link-social' })
    if (page !== '/dashboard/settings') throw new Error(`No account was linked: ${page}`)
    const rows = () => app.db.select().from(account).where(eq(account.userId, id))
    const [made] = (await rows()).filter(({ accountId }) => accountId.endsWith(String(server.user.id)))
    const linked = async () => (await rows()).some((row) => row.id === made?.id)
    return [{ name: 'a provider', works: linked, staysAfterReset: true }]
  },
  async signIn(client, { email, ...body }) {
    await goThrough(client, await providerWith(email), { provider: 'google', body })
  },
  mails: ({ cause }) => [
    { template: 'providerLinked', params: { ...cause, provider: 'Google' } },
    { template: 'providerUnlinked', params: { ...cause, provider: 'GitHub' } },
  ],
  requests: ({ send, signedIn }) => ({
    'setting out to link a provider': async () => ({
      path: '/api/auth/link-social',
      body: { provider: 'google' },
      cookie: (await signedIn()).cookie,
    }),
    'setting out to a provider': async () => ({
      path: '/api/auth/sign-in/social',
      body: { provider: 'google' },
    }),
    'coming back from a provider': async () => {
      const server = await providerWith(newEmail())
      const begin = () => send({ path: '/api/auth/sign-in/social', body: { provider: 'google' } })
      // A connection cut in the previous round may be picked once more.
      const first = await begin()
      const answer = first.ok ? first : await begin()
      const cookie = answer.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; ')
      const back = server.agree(((await answer.json()) as { url: string }).url)
      return { path: back.pathname + back.search, cookie }
    },
  }),
}
