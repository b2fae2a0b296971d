import { asc, eq } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'
import { apiKeys } from './api-keys.table.server.ts'

/** Returns the user's keys, without the keys themselves. */
export const exportKeys = (db: Db, userId: string) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      organizationId: apiKeys.organizationId,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(asc(apiKeys.createdAt))
