import { createHttpClient } from '../../../tests/support/http-client.ts'
import type { FeatureFixtures } from '../../../tests/support/feature-fixtures.ts'
import { PASSWORD } from '../../../tests/support/http/open-app.ts'
import { addPasskey, assertionOf, passkeySignsIn } from './tests/passkey-client.ts'

export const fixtures: FeatureFixtures = {
  async credentials({ app, client }) {
    const device = await addPasskey(app, client)
    return [{ name: 'a passkey', works: () => passkeySignsIn(app, device), staysAfterReset: true }]
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
