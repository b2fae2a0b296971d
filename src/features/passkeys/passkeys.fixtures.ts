import { eq, sql } from 'drizzle-orm'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { createSoftAuthenticator } from '@plinth/testing/soft-authenticator.ts'
import { passkey } from './server/passkeys.table.server.ts'
import { createPasskey } from './tests/create-passkey.ts'
import { addPasskey, assertionOf, passkeySignsIn } from './tests/passkey-client.ts'

const FILLED_PASSKEYS = 20

export const fixtures: FeatureFixtures = {
  async fill(db, { userId }) {
    for (let at = 0; at < FILLED_PASSKEYS; at++) await createPasskey(db, userId)
    return { ids: {}, isThere: sql`true` }
  },
  creations: {
    'GET /api/auth/passkey/generate-register-options': {},
    'POST /api/auth/passkey/verify-registration': {
      response: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
      },
    },
  },
  async credentials({ app, client }) {
    const device = await addPasskey(app, client)
    return [{ name: 'a passkey', works: () => passkeySignsIn(app, device), staysAfterReset: true }]
  },
  waysToASession: {
    '/passkey/verify-authentication': async (visitor, { app, client }) => {
      const response = await assertionOf(await addPasskey(app, client), visitor)
      await visitor.post('/api/auth/passkey/verify-authentication', { response })
      return visitor
    },
    '/passkey/verify-registration': async (visitor, { app, client }) => {
      const device = createSoftAuthenticator(app.url)
      const options = await (await client.get('/api/auth/passkey/generate-register-options')).json()
      await client.post('/api/auth/passkey/verify-registration', {
        response: device.create(options as Parameters<typeof device.create>[0]),
        createSession: true,
      })
      return visitor
    },
  },
  async signInMethods(db, userId) {
    const ids = [await createPasskey(db, userId), await createPasskey(db, userId)]
    return ids.map((id) => ({
      remove: { procedure: 'passkeys.remove', input: { id } },
      isThere: async () => (await db.$count(passkey, eq(passkey.id, id))) === 1,
    }))
  },
  requests: ({ signedIn }) => ({
    'adding a passkey': async () => ({
      path: '/api/auth/passkey/generate-register-options',
      cookie: (await signedIn()).cookie,
    }),
    'beginning to sign in with a passkey': async () => ({
      path: '/api/auth/passkey/generate-authenticate-options',
    }),
  }),
  longRequests: ({ app, signedIn }) => ({
    'signing in with a passkey': async () => {
      const [owner, visitor] = [createHttpClient(app.url), createHttpClient(app.url)]
      const { email } = await signedIn()
      await owner.post('/api/auth/sign-in/email', { email, password: PASSWORD })
      const response = await assertionOf(await addPasskey(app, owner), visitor)
      return {
        path: '/api/auth/passkey/verify-authentication',
        body: { response },
        cookie: visitor.cookie(),
      }
    },
  }),
}
