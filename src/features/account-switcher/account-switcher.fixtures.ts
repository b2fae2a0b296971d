import { createHttpClient } from '@plinth/testing/http-client.ts'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'

const LIST = '/api/auth/multi-session/list-device-sessions'

export const fixtures: FeatureFixtures = {
  async credentials({ app, email }) {
    const client = createHttpClient(app.url)
    await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const isListed = async () => ((await (await client.get(LIST)).json()) as unknown[]).length > 0
    return [{ name: 'the account in the list of a browser', works: isListed }]
  },
  requests: ({ signedIn }) => ({
    'the accounts of a browser': async () => ({ path: LIST, cookie: (await signedIn()).cookie }),
  }),
}
