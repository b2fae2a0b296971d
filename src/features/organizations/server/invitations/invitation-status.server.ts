import { sql } from 'drizzle-orm'
import { invitation } from '#/core/identity/identity.table.server.ts'

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired'

/**
 * Better Auth's own words for what has become of an invitation, as the product says them; time that is over
 * is seen by the database's clock.
 */
export const invitationStatus = sql<InvitationStatus>`case
  when ${invitation.status} = 'accepted' then 'accepted'
  when ${invitation.status} = 'rejected' then 'declined'
  when ${invitation.status} = 'canceled' then 'revoked'
  when ${invitation.status} = 'expired' or ${invitation.expiresAt} <= now() then 'expired'
  else 'pending' end`
