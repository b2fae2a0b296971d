import { eq } from 'drizzle-orm'
import { authorize, may } from '@plinth/core/access'
import { organization, user } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { connectedAppsAccess } from '../connections.access.ts'
import type { RequestInput } from '../connections.schema.ts'
import { isWriting, readAuthorization, signedQueryOf } from './authorization-request.server.ts'

/**
 * Returns what the consent page shows: the app as it has registered, and the account and workspace that it
 * would be connected to. Any user. Throws invalid for a request that is over.
 */
export async function readRequest(ctx: VerbContext, { request }: RequestInput) {
  const actor = authorize(ctx.actor, connectedAppsAccess.request)
  const { appName, documentHost, redirectHost, isOnDevice, scopes } = await readAuthorization(
    ctx.db,
    signedQueryOf(request),
  )
  const { organizationId } = actor.workspace
  const [account] = await ctx.db.select({ email: user.email }).from(user).where(eq(user.id, actor.userId))
  const [active] =
    organizationId === null
      ? []
      : await ctx.db
          .select({ name: organization.name })
          .from(organization)
          .where(eq(organization.id, organizationId))
  return {
    appName,
    documentHost,
    redirectHost,
    isOnDevice,
    reads: scopes.filter((scope) => !isWriting(scope)),
    writes: scopes.filter(isWriting),
    email: account?.email ?? '',
    /** Null for the personal workspace. */
    workspace: active?.name ?? null,
    mayConsent: may(actor, connectedAppsAccess.consent),
  }
}
