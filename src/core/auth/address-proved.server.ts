import { and, eq } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { user } from './auth.table.server.ts'

type Person = { id: string; email: string }

/** The person has shown that the mailbox is theirs: marks the address verified, with what follows from it; nothing when it was. For callers that hold the proof. */
export async function addressProved(tx: Transaction, person: Person): Promise<void> {
  const unproved = and(eq(user.id, person.id), eq(user.emailVerified, false))
  const [proved] = await tx.update(user).set({ emailVerified: true }).where(unproved).returning({ id: user.id })
  if (proved) await afterVerification(tx, person)
}

/** The address is the person's own: who stands in ADMIN_EMAILS becomes an administrator with it. */
export async function afterVerification(tx: Transaction, { id, email }: Person): Promise<void> {
  const entry = { actorId: id, target: { type: 'user', id } }
  await writeAudit(tx, anonymous, { action: 'user.verifyEmail', ...entry })
  if (!getEnv().ADMIN_EMAILS.includes(email.toLowerCase())) return
  await tx.update(user).set({ role: 'admin' }).where(eq(user.id, id))
  await writeAudit(tx, anonymous, { action: 'user.promote', ...entry })
}
