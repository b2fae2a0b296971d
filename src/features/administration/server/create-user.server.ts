import type { z } from 'zod'
import { authorize } from '@plinth/core/access'
import { randomBytes } from 'node:crypto'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import {
  hashPassword,
  isCommonPassword,
  lockAsAdministrator,
  resetIdentifier,
} from '@plinth/core/auth/server'
import { type Transaction, account, user, verification } from '@plinth/core/database/server'
import { mailUser, withoutAddress } from '@plinth/core/mail/server'
import { getEnv } from '@plinth/core/server'
import { createId } from '@plinth/core/schema'
import { splitName } from '@plinth/core/format'
import { usersAccess } from '../administration.access.ts'
import type { createUserInput } from '../administration.schema.ts'
import type { ListedUser } from './listed-user.server.ts'

/** How long the mailed link to choose a first password is valid. */
const FIRST_PASSWORD_HOURS = 24

/**
 * Creates an account and mails the user, with a link to choose a password if none is given. For admins.
 * Throws conflict (field `email`) for a taken address, invalid (field `password`) for one of the most common
 * passwords.
 */
export async function createUser(
  ctx: VerbContext,
  input: z.output<typeof createUserInput>,
): Promise<ListedUser> {
  const actor = authorize(ctx.actor, usersAccess.create)
  const { password, ...fields } = input
  if (password !== undefined && isCommonPassword(password))
    throw new AppError('invalid', 'errors:commonPassword', { field: 'password' })
  // Before the transaction, because hashing is slow.
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const id = createId()
  return ctx.db.transaction(async (tx) => {
    await lockAsAdministrator(tx, actor)
    const [row] = await tx
      .insert(user)
      .values({ id, ...fields, ...splitName(fields.name) })
      .onConflictDoNothing({ target: user.email })
      .returning()
    if (!row) throw new AppError('conflict', 'administration:refused.emailTaken', { field: 'email' })
    if (passwordHash !== undefined)
      await tx.insert(account).values({
        id: createId(),
        accountId: id,
        providerId: 'credential',
        userId: id,
        password: passwordHash,
      })
    const { role } = fields
    await writeAudit(tx, actor, { action: 'user.create', target: { type: 'user', id }, details: { role } })
    const link = passwordHash === undefined ? await firstPasswordLink(tx, id) : undefined
    const params = { ...withoutAddress, ...(link ?? { url: `${getEnv().APP_URL}/login` }) }
    await mailUser(tx, row, { template: 'accountCreated', params })
    const { name, email, emailVerified, createdAt } = row
    return {
      id,
      name,
      email,
      role,
      banned: false,
      banReason: null,
      banExpires: null,
      emailVerified,
      createdAt,
    }
  })
}

/** A reset link in Better Auth's format, which its endpoint accepts. */
async function firstPasswordLink(tx: Transaction, userId: string) {
  const token = randomBytes(24).toString('base64url')
  const identifier = resetIdentifier(token)
  const expiresAt = new Date(Date.now() + FIRST_PASSWORD_HOURS * 3_600_000)
  await tx.insert(verification).values({ id: createId(), identifier, value: userId, expiresAt })
  const url = `${getEnv().APP_URL}/reset-password?${new URLSearchParams({ token })}`
  return { url, expiresInHours: FIRST_PASSWORD_HOURS }
}
