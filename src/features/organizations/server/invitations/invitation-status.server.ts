import { sql } from 'drizzle-orm'
import { invitation } from '#/core/identity/identity.table.server.ts'
import { INVITATION_HOURS } from '../../organizations.schema.ts'

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired'

/**
 * What has become of an invitation, in the words of the product; whether its time is over is judged by the
 * clock of the database.
 */
export const invitationStatus = sql<InvitationStatus>`case
  when ${invitation.status} = 'accepted' then 'accepted'
  when ${invitation.status} = 'rejected' then 'declined'
  when ${invitation.status} = 'canceled' then 'revoked'
  when ${invitation.status} = 'expired' or ${invitation.expiresAt} <= now() then 'expired'
  else 'pending' end`

/** The end of an invitation that is sent now, and of the proof that is mailed with it. */
export const expiresAt = sql`now() + make_interval(hours => ${INVITATION_HOURS})`
