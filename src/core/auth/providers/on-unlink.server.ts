import { eq } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { guarded } from '#/core/auth/auth-guard.server.ts'
import { account } from '#/core/auth/auth.table.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { mailWayInChanged } from './mail-way-in.server.ts'
import { providerNames } from './providers.ts'
import { unlinkBody } from './providers.schema.ts'
import { isUsable, readWaysIn } from './ways-in.server.ts'

/** Ends a link to a provider, never the last way in. A password is no link; it goes by its own way. */
export const onUnlink = guarded({ body: unlinkBody }, async ({ tx, actor, rule, body }) => {
  authorize(actor, rule)
  const { accounts, total } = await readWaysIn(tx, actor.userId)
  const linked = accounts.find(({ id }) => id === body.accountId)
  const provider = providerNames.find((name) => name === linked?.providerId)
  if (!linked || !provider) throw new AppError('not_found', 'errors:notFound', { field: 'accountId' })
  if (total - (isUsable(linked) ? 1 : 0) < 1) throw new AppError('conflict', 'providers:lastWayIn')
  await tx.delete(account).where(eq(account.id, linked.id))
  await writeAudit(tx, actor, {
    action: 'account.unlink',
    target: { type: 'user', id: actor.userId },
    details: { provider },
  })
  await mailWayInChanged(tx, { userId: actor.userId, provider, change: 'unlinked' })
  return { answer: { status: true } }
})
