import { authorize } from '@plinth/core/access/access.ts'
import { workspaceOf } from '@plinth/core/access/workspace.server.ts'
import type { Transaction } from '@plinth/core/db/database.server.ts'
import { announce, workspaceTopic } from '@plinth/core/realtime/live.server.ts'
import { followTopic } from '@plinth/core/realtime/stream.server.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
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
