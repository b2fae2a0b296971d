import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { type Transaction, workspaceOf } from '@plinth/core/database/server'
import { announce, followTopic, workspaceTopic } from '@plinth/core/live/server'
import { organizationsAccess } from '../organizations.access.ts'

const topicOf = (organizationId: string): string =>
  workspaceTopic('organizations', { organizationId, ownerId: null })

/**
 * Signals to all clients that follow the organization that the transaction changed it, its members or its
 * invitations, once it commits.
 */
export const announceOrganization = (tx: Transaction, organizationId: string) =>
  announce(tx, topicOf(organizationId))

/**
 * Yields once when it listens, and again whenever members or invitations of the active organization may have
 * changed on any instance. Clients refetch what they show. Any member; the personal workspace has no changes.
 */
export function organizationChanges(ctx: VerbContext) {
  const actor = authorize(ctx.actor, organizationsAccess.changes)
  return followTopic(ctx, organizationsAccess.changes, workspaceTopic('organizations', workspaceOf(actor)))
}
