import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#/db/database.server.ts'
import { accountDeletion } from '#/identity/account-deletion.table.server.ts'
import { digestOf } from '#/identity/digest.server.ts'
import { storedIdentifier, user, verification } from '#/identity/identity.table.server.ts'

/** How the database stores the token of a reset link. */
export const resetIdentifier = (token: string) => storedIdentifier(`reset-password:${token}`)

/** Returns whose deletion a mailed link cancels, and when; null for a used, expired or wrong token. */
export async function readDeletionOfLink(
  db: Db,
  token: string,
): Promise<{ email: string; scheduledFor: Date } | null> {
  const [row] = await db
    .select({ email: user.email, scheduledFor: accountDeletion.scheduledFor })
    .from(accountDeletion)
    .innerJoin(user, eq(user.id, accountDeletion.userId))
    .where(eq(accountDeletion.cancelDigest, digestOf(token)))
  return row ?? null
}

/** Whether a reset link can still set a password: not used, not expired, not replaced. */
export async function isResetLinkOpen(db: Db, token: string): Promise<boolean> {
  const [row] = await db
    .select({ id: verification.id })
    .from(verification)
    .where(and(eq(verification.identifier, resetIdentifier(token)), gt(verification.expiresAt, sql`now()`)))
  return row !== undefined
}
