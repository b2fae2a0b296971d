import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import type { FeatureOverview } from '#/core/feature.server.ts'
import { passkey, user } from '#/core/identity/identity.table.server.ts'

const userId = sql.placeholder('userId')
const exists = (db: Db, table: typeof user | typeof passkey, condition: SQL | undefined) =>
  sql<boolean>`exists (${db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)})`

export const accountOverview: FeatureOverview = {
  steps: [
    {
      name: 'verifyEmail',
      order: 10,
      isDone: (db) => exists(db, user, and(eq(user.id, userId), eq(user.emailVerified, true))),
    },
    { name: 'passkey', order: 40, isDone: (db) => exists(db, passkey, eq(passkey.userId, userId)) },
  ],
}
