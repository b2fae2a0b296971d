import { eq } from 'drizzle-orm'
import { anonymous } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import type { OpenDatabase } from '#/db/database.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { makeAdministrator } from '#/auth/administration/make-administrator.server.ts'

/**
 * Makes a user an administrator of the application; for the operator's command line only. Returns whether a
 * user with this address exists. Safe to repeat.
 */
export async function promoteUser(db: OpenDatabase['db'], email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [promoted] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, email.trim().toLowerCase()))
      .for('update')
    if (!promoted) return false
    await makeAdministrator(tx, promoted.id)
    await writeAudit(tx, anonymous, {
      action: 'user.promote',
      target: { type: 'user', id: promoted.id },
      details: { by: 'commandLine' },
    })
    return true
  })
}
