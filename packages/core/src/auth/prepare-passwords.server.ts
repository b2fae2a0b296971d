import { and, eq, isNotNull } from 'drizzle-orm'
import type { Actor } from '#/access/actor.ts'
import type { Db } from '#/db/database.server.ts'
import { account, user } from '#/identity/identity.table.server.ts'
import type { AuthContext } from './auth-context.server.ts'
import { hashAhead } from './password.server.ts'

/**
 * The password fields of a body. `checks` is verified for the `email` in the body, or else for the signed-in
 * user.
 */
export type PasswordFields = { checks?: 'password' | 'currentPassword'; chooses?: 'password' | 'newPassword' }

type Sent = { fields: PasswordFields | undefined; actor: Actor; body: Record<string, unknown> }

/**
 * Hashes the passwords of a request before it opens its transaction. Also hashes for an address without a
 * password, so that it takes as long.
 */
export async function preparePasswords(
  db: Db,
  { fields, actor, body }: Sent,
): Promise<AuthContext['passwords']> {
  const textOf = (field: string | undefined) => {
    const value = field === undefined ? undefined : body[field]
    return typeof value === 'string' ? [value] : []
  }
  const [typed] = textOf(fields?.checks)
  const chosen = textOf(fields?.chooses)
  if (typed === undefined) return hashAhead({ checks: [], chosen })
  const isOwner =
    actor.kind === 'user' && body.email === undefined
      ? eq(user.id, actor.userId)
      : eq(user.email, String(body.email).toLowerCase())
  const [row] = await db
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(isOwner, eq(account.providerId, 'credential'), isNotNull(account.password)))
  if (row?.hash) return hashAhead({ checks: [{ hash: row.hash, password: typed }], chosen })
  return hashAhead({ checks: [], chosen: [typed, ...chosen] })
}
