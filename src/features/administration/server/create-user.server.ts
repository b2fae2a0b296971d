import type { z } from 'zod'
import { authorize } from '#/core/access/access.ts'
import { createPerson } from '#/core/auth/administration/create-person.server.ts'
import { hashPassword, isCommonPassword } from '#/core/auth/password.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { usersAccess } from '../administration.access.ts'
import type { createUserInput } from '../administration.schema.ts'
import type { ListedUser } from './listed-user.server.ts'

/**
 * Makes an account for somebody, who is told by mail; without a password the mail lets them choose one. For
 * administrators. Throws conflict (field `email`) for a taken address, invalid (field `password`) for one of
 * the most common passwords.
 */
export async function createUser(
  ctx: VerbContext,
  input: z.output<typeof createUserInput>,
): Promise<ListedUser> {
  const actor = authorize(ctx.actor, usersAccess.create)
  const { password, ...person } = input
  if (password !== undefined && isCommonPassword(password))
    throw new AppError('invalid', 'errors:commonPassword', { field: 'password' })
  // Before the transaction: it takes its time, and others wait for their turn.
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const { id, name, email, emailVerified, createdAt } = await ctx.db.transaction((tx) =>
    createPerson(tx, actor, { ...person, passwordHash }),
  )
  return {
    id,
    name,
    email,
    role: input.role,
    banned: false,
    banReason: null,
    banExpires: null,
    emailVerified,
    createdAt,
  }
}
