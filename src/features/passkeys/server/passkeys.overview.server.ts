import { eq, sql } from 'drizzle-orm'
import type { FeatureOverview } from '@plinth/core/feature/server'
import { passkey } from './passkeys.table.server.ts'

export const passkeysOverview: FeatureOverview = {
  steps: [
    {
      name: 'passkey',
      order: 40,
      isDone: (db) =>
        sql`exists (${db
          .select({ one: sql`1` })
          .from(passkey)
          .where(eq(passkey.userId, sql.placeholder('userId')))})`,
    },
  ],
}
