import { asc, desc, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type Db, organization } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { connectedAppsAccess } from '../connections.access.ts'
import { connections } from './connections.table.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'

/** Returns the apps that the user has connected, in all workspaces, newest first. Any user. */
export async function listConnections(ctx: VerbContext) {
  const { userId } = authorize(ctx.actor, connectedAppsAccess.list)
  const items = await ctx.db
    .select({
      id: connections.id,
      name: oauthClient.name,
      redirectHost: connections.redirectHost,
      scopes: connections.scopes,
      /** Null for the personal workspace. */
      workspace: organization.name,
      createdAt: connections.createdAt,
      lastUsedAt: connections.lastUsedAt,
    })
    .from(connections)
    .innerJoin(oauthClient, eq(oauthClient.clientId, connections.clientId))
    .leftJoin(organization, eq(organization.id, connections.organizationId))
    .where(eq(connections.userId, userId))
    .orderBy(desc(connections.createdAt), desc(connections.id))
  return { items, nextCursor: null }
}

/** Returns the user's connections for their data export, without tokens. */
export const exportConnections = (db: Db, userId: string) =>
  db
    .select({
      id: connections.id,
      app: oauthClient.name,
      redirectHost: connections.redirectHost,
      scopes: connections.scopes,
      organizationId: connections.organizationId,
      createdAt: connections.createdAt,
      lastUsedAt: connections.lastUsedAt,
    })
    .from(connections)
    .innerJoin(oauthClient, eq(oauthClient.clientId, connections.clientId))
    .where(eq(connections.userId, userId))
    .orderBy(asc(connections.createdAt))
