import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { account, user, verification } from '#/core/identity/identity.table.server.ts'
import { resetIdentifier } from '#/core/auth/mailed-link.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { takeTurnAsAdministrator, type Person } from './administer.server.ts'
import { mailAccountCreated } from './administration-mails.server.ts'
import { FIRST_PASSWORD_HOURS, type createUserForm } from './administration.schema.ts'

type NewPerson = Omit<z.output<typeof createUserForm>, 'password'> & {
  /** Of the password that was given; without one the person chooses it by a mailed link. */
  passwordHash: string | undefined
}

/**
 * Makes an account for somebody and tells them by mail; the address counts as theirs once they have used that
 * mail. For administrators. Throws conflict (field `email`) for an address that has one.
 */
export async function createPerson(
  tx: Transaction,
  actor: SignedInActor,
  { name, email, role, passwordHash }: NewPerson,
): Promise<Person> {
  await takeTurnAsAdministrator(tx, actor)
  const id = createId()
  const [person] = await tx
    .insert(user)
    .values({ id, name, email, role })
    .onConflictDoNothing({ target: user.email })
    .returning()
  if (!person) throw new AppError('conflict', 'administration:refused.emailTaken', { field: 'email' })
  if (passwordHash !== undefined) {
    await tx
      .insert(account)
      .values({ id: createId(), accountId: id, providerId: 'credential', userId: id, password: passwordHash })
  }
  await writeAudit(tx, actor, { action: 'user.create', target: { type: 'user', id }, details: { role } })
  await mailAccountCreated(tx, person, {
    token: passwordHash === undefined ? await createResetToken(tx, id) : undefined,
  })
  return person
}

/** As Better Auth keeps one that somebody has asked for; its endpoint takes this one too. */
async function createResetToken(tx: Transaction, userId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const identifier = resetIdentifier(token)
  const expiresAt = new Date(Date.now() + FIRST_PASSWORD_HOURS * 3_600_000)
  await tx.insert(verification).values({ id: createId(), identifier, value: userId, expiresAt })
  return token
}
