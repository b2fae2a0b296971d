import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '../../organizations.access.ts'
import type { InvitationInput } from '../../organizations.schema.ts'
import { answerInvitation, lockReceivedInvitation } from './received-invitation.server.ts'

/** Declines an invitation for good. The invited user. Throws as `lockReceivedInvitation` does. */
export async function declineInvitation(ctx: VerbContext, input: InvitationInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, organizationsAccess.declineInvitation)
  return ctx.db.transaction(async (tx) => {
    const received = await lockReceivedInvitation(tx, actor, input)
    await answerInvitation(tx, actor, { ...received, answer: 'rejected' })
    return { id: received.id }
  })
}
