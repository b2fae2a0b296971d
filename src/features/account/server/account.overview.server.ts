import { and, eq, sql } from 'drizzle-orm'
import type { FeatureOverview } from '@plinth/core/feature/server'
import { user } from '@plinth/core/database/server'

export const accountOverview: FeatureOverview = {
  steps: [
    {
      name: 'verifyEmail',
      order: 10,
      isDone: (db) =>
        sql`exists (${db
          .select({ one: sql`1` })
          .from(user)
          .where(and(eq(user.id, sql.placeholder('userId')), eq(user.emailVerified, true)))})`,
    },
  ],
}
