import { sql } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { defineJob } from '@plinth/core/jobs/server'
import { connections } from './connections.table.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'
import { oauthAccessToken, oauthRefreshToken } from './oauth.table.server.ts'

/** How long an app stays that nobody has connected or been asked to connect. */
const UNUSED_DAYS = 1

/**
 * Deletes tokens that have expired, then connections whose last token has, then apps that are
 * connected to nobody. Returns the number of apps.
 */
export async function sweepConnections(db: OpenDatabase['db'], signal?: AbortSignal): Promise<number> {
  for (const table of [oauthAccessToken, oauthRefreshToken])
    await deleteOld(db, { table, where: sql`${table.expiresAt} < now()`, signal })
  // A day is longer than a code is valid.
  await deleteOld(db, {
    table: connections,
    where: sql`${connections.createdAt} < ${olderThan(UNUSED_DAYS)}
      and not exists (select from ${oauthAccessToken}
        where ${oauthAccessToken.referenceId} = ${connections.id})
      and not exists (select from ${oauthRefreshToken}
        where ${oauthRefreshToken.referenceId} = ${connections.id} and ${oauthRefreshToken.revoked} is null)`,
    signal,
  })
  return deleteOld(db, {
    table: oauthClient,
    where: sql`${oauthClient.createdAt} < ${olderThan(UNUSED_DAYS)}
      and ${oauthClient.updatedAt} < ${olderThan(UNUSED_DAYS)}
      and not exists (select from ${connections} where ${connections.clientId} = ${oauthClient.clientId})`,
    signal,
  })
}

export const sweepConnectionsJob = defineJob({
  name: 'sweep-connections',
  cron: '23 * * * *',
  handler: async ({ db, signal }) => void (await sweepConnections(db, signal)),
})
