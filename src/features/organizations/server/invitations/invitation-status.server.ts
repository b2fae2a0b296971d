import { sql } from 'drizzle-orm'
import { invitation } from '@plinth/core/database/server'
import { INVITATION_HOURS } from '../../organizations.schema.ts'

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired'

/** The status of an invitation as the product names it. Expiry is judged by the database clock. */
export const invitationStatus = sql<InvitationStatus>`case
  when ${invitation.status} = 'accepted' then 'accepted'
  when ${invitation.status} = 'rejected' then 'declined'
  when ${invitation.status} = 'canceled' then 'revoked'
  when ${invitation.status} = 'expired' or ${invitation.expiresAt} <= now() then 'expired'
  else 'pending' end`

/** The expiry of an invitation sent now, and of the proof mailed with it. */
export const expiresAt = sql`now() + make_interval(hours => ${INVITATION_HOURS})`
