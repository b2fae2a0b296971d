import { eq } from 'drizzle-orm'
import { invitation, organization, user } from '@plinth/core/database/server'
import { proofHolds } from './invitation-proof.server.ts'
import { storedRole } from '#/roles.server.ts'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { invitationStatus } from './invitation-status.server.ts'
import type { InvitationInput } from '#/features/organizations/organizations.schema.ts'
import { firstLetterOf } from '@plinth/core/format'

/**
 * The relation of the viewer to the invitation: `recipient` may answer it; `unverified` has its address, but
 * has not verified it yet.
 */
export type InvitationViewer = 'signedOut' | 'recipient' | 'unverified' | 'otherAccount'

/**
 * Returns an invitation by id. Anyone with the link: the id is unguessable. The address is complete for its
 * owner and with the mailed proof, masked for everyone else. Throws not_found.
 */
export async function getInvitation(ctx: VerbContext, { id, proof }: InvitationInput) {
  const [row] = await ctx.db
    .select({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      status: invitationStatus,
      expiresAt: invitation.expiresAt,
      organization: { name: organization.name, logo: organization.logo },
      inviter: { name: user.name },
    })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .innerJoin(user, eq(user.id, invitation.inviterId))
    .where(eq(invitation.id, id))
  if (!row) throw new AppError('not_found', 'errors:notFound')
  const hasProof = await proofHolds(ctx.db, id, proof)
  const viewer = await viewerOf(ctx, { email: row.email, hasProof })
  const isOwn = viewer === 'recipient' || viewer === 'unverified'
  return {
    ...row,
    role: storedRole.parse(row.role),
    email: hasProof || isOwn ? row.email : maskAddress(row.email),
    viewer,
    hasProof,
  }
}

async function viewerOf(
  ctx: VerbContext,
  { email, hasProof }: { email: string; hasProof: boolean },
): Promise<InvitationViewer> {
  if (ctx.actor.kind === 'anonymous') return 'signedOut'
  const [reader] = await ctx.db
    .select({ email: user.email, isVerified: user.emailVerified })
    .from(user)
    .where(eq(user.id, ctx.actor.userId))
  if (reader?.email.toLowerCase() !== email.toLowerCase()) return 'otherAccount'
  return reader.isVerified || hasProof ? 'recipient' : 'unverified'
}

/** Masks `dan@example.com` as `d•••@example.com`: its owner can still recognize it. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${firstLetterOf(email)}•••${email.slice(at)}`
}
