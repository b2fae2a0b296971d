import { eq, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import {
  lockAdministrators,
  lockUser,
  refuseLastAdministrator,
} from '#/core/auth/administration/lock-administrators.server.ts'
import { accountDeletion } from '#/core/auth/ending/account-deletion.table.server.ts'
import { requireRecentAuth } from '#/core/auth/security/recent-auth.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { accountAccess } from '#/features/account/account.access.ts'
import { GRACE_DAYS, type EndInput } from '#/features/account/account.schema.ts'
import { mailEnding } from './ending-mails.server.ts'
import { refuseLastOwner } from './refuse-last-owner.server.ts'
import { digestOf, newUndoWord } from './undo-word.server.ts'

/**
 * Has the user's account deleted in 14 days, and mails a link that undoes it; until then everything works as
 * before. The own address is typed to confirm. Asked again it answers the same day. Anyone signed in, for
 * themselves, authenticated within the last ten minutes. Throws forbidden (`errors:reauthenticate`), invalid
 * (field `email`), conflict for the last administrator and the last owner among others.
 */
export async function requestEnd(ctx: VerbContext, { email }: EndInput): Promise<{ endsAt: Date }> {
  const actor = authorize(ctx.actor, accountAccess.end)
  await requireRecentAuth(ctx.db, actor)
  const { userId } = actor
  return ctx.db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const person = await lockUser(tx, userId)
    if (person.email.toLowerCase() !== email) {
      throw new AppError('invalid', 'errors:confirmationMismatch', { field: 'email', expected: person.email })
    }
    const [already] = await tx
      .select({ endsAt: accountDeletion.endsAt })
      .from(accountDeletion)
      .where(eq(accountDeletion.userId, userId))
    if (already) return already
    await refuseLastAdministrator(tx, person)
    await refuseLastOwner(tx, userId)
    const word = newUndoWord()
    const [asked] = await tx
      .insert(accountDeletion)
      .values({
        userId,
        endsAt: sql`now() + make_interval(days => ${GRACE_DAYS})`,
        undoDigest: digestOf(word),
      })
      .returning({ endsAt: accountDeletion.endsAt })
    if (!asked) throw new AppError('conflict', 'errors:conflict')
    await writeAudit(tx, actor, {
      action: 'user.requestEnd',
      target: { type: 'user', id: userId },
      details: { endsAt: asked.endsAt.toISOString() },
    })
    await mailEnding(tx, person, { endsAt: asked.endsAt, word })
    return asked
  })
}
