import { eq } from 'drizzle-orm'
import { user } from '@plinth/core/database/server'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { createApiKey } from './tests/create-api-key.ts'

export const fixtures: FeatureFixtures = {
  rows: async (db, actor) => [(await createApiKey(db, actor)).id],
  creations: { 'apiKeys.create': { name: 'Import', scopes: ['account:read'], expiresInDays: 30 } },
  async credentials({ app, email }) {
    const [owner] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
    const { key } = await createApiKey(app.db, {
      userId: owner?.id ?? '',
      workspace: { organizationId: null },
    })
    return [
      {
        name: 'an API key',
        async works() {
          const answer = await fetch(`${app.url}/api/v1/`, { headers: { authorization: `Bearer ${key}` } })
          await answer.body?.cancel()
          return answer.status !== 401
        },
      },
    ]
  },
}
