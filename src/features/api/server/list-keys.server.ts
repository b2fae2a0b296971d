import { desc, eq, sql } from 'drizzle-orm'
import type { AnyTRPCRouter } from '@trpc/server'
import { authorize } from '@plinth/core/access'
import { organization } from '@plinth/core/database/server'
import { type VerbContext, scopesOf } from '@plinth/core/verb/server'
import { apiKeysAccess } from '../api.access.ts'
import { apiKeys } from './api-keys.table.server.ts'
import { operations, type Operation } from './operations.server.ts'

/**
 * Returns the user's keys of all workspaces, newest first, without the keys themselves, and what a new
 * one would be for: the active workspace by name, and the scopes, each with a path to try. Any user, for
 * themselves.
 */
export async function listKeys(ctx: VerbContext, router: AnyTRPCRouter) {
  const { userId, workspace } = authorize(ctx.actor, apiKeysAccess.list)
  const items = await ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hint: apiKeys.hint,
      scopes: apiKeys.scopes,
      /** Null for the personal workspace. */
      workspace: organization.name,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      /** `soon` is within a week. */
      expiry: sql<'expired' | 'soon' | 'later'>`case
        when ${apiKeys.expiresAt} <= now() then 'expired'
        when ${apiKeys.expiresAt} < now() + interval '7 days' then 'soon' else 'later' end`,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .leftJoin(organization, eq(organization.id, apiKeys.organizationId))
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  const [active] =
    workspace.organizationId === null
      ? []
      : await ctx.db
          .select({ name: organization.name })
          .from(organization)
          .where(eq(organization.id, workspace.organizationId))
  const all = operations(router)
  const scopes = scopesOf(router).map((scope) => ({ scope, path: pathToTry(all, scope) }))
  return { items, nextCursor: null, workspace: active?.name ?? null, scopes }
}

/** The path of a query of this resource that needs nothing. */
function pathToTry(all: readonly Operation[], scope: string): string | null {
  const found = all.find(
    ({ type, resource, inputJson }) =>
      type === 'query' && scope.startsWith(`${resource}:`) && (inputJson.required ?? []).length === 0,
  )
  return found?.path ?? null
}
