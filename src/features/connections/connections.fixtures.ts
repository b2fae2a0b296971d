import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { createConnection } from './tests/create-connection.ts'
import { oauthClient } from './tests/oauth-client.ts'

export const fixtures: FeatureFixtures = {
  rows: async (db, actor) => [(await createConnection(db, actor)).id],
  creations: { 'POST /api/auth/oauth2/consent': { accept: true, mayWrite: false, request: 'any' } },
  async credentials({ app, id: userId }) {
    const owner = { userId, workspace: { organizationId: null } }
    const { token } = await createConnection(app.db, owner, { appUrl: app.url })
    const { statusOf } = oauthClient(app)
    return [{ name: 'a connected app', works: async () => (await statusOf(token)) !== 401 }]
  },
}
