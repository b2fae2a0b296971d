import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Db, type Transaction, digestOf, invitation, verification } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { expiresAt } from './invitation-status.server.ts'

// The id of an invitation is not secret: admins see it and copy its link. The proof of the mailbox is only in
// the mail, and only its hash is stored.

const identifierOf = (invitationId: string) => `invitation-proof:${invitationId}`

/**
 * Creates a proof for an invitation. Mail it to the invited address only. Earlier proofs of the same
 * invitation stay valid.
 */
export async function issueProof(tx: Transaction, invitationId: string): Promise<string> {
  const proof = randomBytes(24).toString('base64url')
  await tx
    .insert(verification)
    .values({ id: createId(), identifier: identifierOf(invitationId), value: digestOf(proof), expiresAt })
  return proof
}

/** Returns whether the proof belongs to that invitation and has not expired. */
export async function proofHolds(db: Db, invitationId: string, proof: string | undefined): Promise<boolean> {
  if (!proof) return false
  const [row] = await db
    .select({ id: verification.id })
    .from(verification)
    .where(
      and(
        eq(verification.identifier, identifierOf(invitationId)),
        eq(verification.value, digestOf(proof)),
        gt(verification.expiresAt, sql`now()`),
      ),
    )
  return row !== undefined
}

/** Returns whether `path` is the page of an invitation to `email` and carries its mailed proof. */
export async function isMailedInvitation(db: Db, path: string, email: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(path, 'http://base.invalid')
  const id = /^\/accept-invitation\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (id === undefined || !(await proofHolds(db, id, searchParams.get('proof') ?? undefined))) return false
  const [row] = await db.select({ email: invitation.email }).from(invitation).where(eq(invitation.id, id))
  return row?.email.toLowerCase() === email.toLowerCase()
}

/** Deletes the proofs of an invitation once it is answered or revoked. */
export async function dropProofs(tx: Transaction, invitationId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.identifier, identifierOf(invitationId)))
}
