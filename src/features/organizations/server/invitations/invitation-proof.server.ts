import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { invitation, verification } from '#/core/identity/identity.table.server.ts'
import type { Db, Transaction } from '#/core/db/database.server.ts'
import { createId } from '#/lib/create-id.ts'
import { expiresAt } from './invitation-status.server.ts'

// The id of an invitation is no secret: admins see it and copy its link. What proves the mailbox is in the
// mail alone, and only its hash is kept.

const identifierOf = (invitationId: string) => `invitation-proof:${invitationId}`
const digestOf = (proof: string) => createHash('sha256').update(proof).digest('base64url')

/**
 * A new proof for one invitation, to be mailed to the invited address and told to nobody else. Earlier ones
 * of the same invitation stay good.
 */
export async function issueProof(tx: Transaction, invitationId: string): Promise<string> {
  const proof = randomBytes(24).toString('base64url')
  await tx
    .insert(verification)
    .values({ id: createId(), identifier: identifierOf(invitationId), value: digestOf(proof), expiresAt })
  return proof
}

/** Whether this was mailed with that invitation and is not over. */
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

/**
 * Whether `path` is the page of an invitation that was mailed to `email`, with the proof that only the mail
 * holds.
 */
export async function isMailedInvitation(db: Db, path: string, email: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(path, 'http://base.invalid')
  const id = /^\/accept-invitation\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (id === undefined || !(await proofHolds(db, id, searchParams.get('proof') ?? undefined))) return false
  const [row] = await db.select({ email: invitation.email }).from(invitation).where(eq(invitation.id, id))
  return row?.email.toLowerCase() === email.toLowerCase()
}

/** What was mailed with an invitation proves nothing once it is answered or taken back. */
export async function dropProofs(tx: Transaction, invitationId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.identifier, identifierOf(invitationId)))
}
