import { and, eq, isNotNull } from 'drizzle-orm'
import type { Actor } from '#/core/access/actor.ts'
import type { Db } from '#/core/db/database.server.ts'
import { account, user } from '#/core/identity/identity.table.server.ts'
import { withPasswords } from './password.server.ts'

/**
 * Which fields of a body are passwords: `checks` is that of the user who is signed in, or else of the `email`
 * in the body.
 */
export type PasswordFields = { checks?: 'password' | 'currentPassword'; chooses?: 'password' | 'newPassword' }

type Sent = { fields: PasswordFields | undefined; actor: Actor; body: Record<string, unknown> | undefined }

/**
 * Hashes the passwords of a request before it opens its transaction. For an address without a password it
 * hashes all the same, to take as long.
 */
export async function preparePasswords<T>(
  db: Db,
  { fields, actor, body }: Sent,
  request: () => Promise<T>,
): Promise<T> {
  if (!fields) return request()
  const textOf = (field: string | undefined) =>
    field !== undefined && typeof body?.[field] === 'string' ? [body[field]] : []
  const [typed] = textOf(fields.checks)
  const chosen = textOf(fields.chooses)
  if (typed === undefined) return withPasswords({ checks: [], chosen }, request)
  const isOwner =
    actor.kind === 'user' ? eq(user.id, actor.userId) : eq(user.email, String(body?.email).toLowerCase())
  const [row] = await db
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(isOwner, eq(account.providerId, 'credential'), isNotNull(account.password)))
  if (row?.hash) return withPasswords({ checks: [{ hash: row.hash, password: typed }], chosen }, request)
  return withPasswords({ checks: [], chosen: [typed, ...chosen] }, request)
}
