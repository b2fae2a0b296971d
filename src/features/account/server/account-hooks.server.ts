import { eq } from 'drizzle-orm'
import { writeAudit } from '@plinth/core/audit/audit.server.ts'
import { userHook } from '@plinth/core/auth/auth-context.server.ts'
import { session, user } from '@plinth/core/identity/identity.table.server.ts'
import { lockCredentials } from '@plinth/core/auth/security/credential-locks.server.ts'
import { lockForCredential } from '@plinth/core/auth/security/lock-own-account.server.ts'
import { mailUser } from '@plinth/core/auth/mail-user.server.ts'
import { isCommonPassword } from '@plinth/core/auth/common-passwords.server.ts'
import { reauthenticateByPassword } from '@plinth/core/auth/security/recent-auth.server.ts'
import { revokeTrust } from '@plinth/core/auth/administration/revoke-access.server.ts'
import { changePasswordForm, updateUserBody } from '@plinth/core/auth/security/security.schema.ts'
import { joinName, splitName } from '@plinth/core/lib/full-name.ts'

const chosen = changePasswordForm.refine((body) => !isCommonPassword(body.newPassword), {
  path: ['newPassword'],
  error: 'errors:commonPassword',
})

/**
 * Changes the password with the current one, which re-authenticates. Revokes trusted devices and mailed
 * links, and other sessions on request.
 */
export const onChangePassword = userHook({ body: chosen }, async ({ tx, actor, body }) => {
  await lockCredentials(tx, eq(user.id, actor.userId))
  await lockForCredential(tx, actor)
  await reauthenticateByPassword(tx, actor, { password: body.currentPassword, field: 'currentPassword' })
  return {
    after: async (answer) => {
      const { token } = answer as { token: string | null }
      // Better Auth starts the new session in the personal workspace.
      if (token)
        await tx
          .update(session)
          .set({ activeOrganizationId: actor.workspace.organizationId })
          .where(eq(session.token, token))
      await revokeTrust(tx, actor.userId)
      const details = { endsOthers: body.revokeOtherSessions === true }
      await writeAudit(tx, actor, {
        action: 'user.changePassword',
        target: { type: 'user', id: actor.userId },
        details,
      })
      await mailUser(tx, actor.userId, { template: 'passwordChanged', params: {} })
      return answer
    },
  }
})

/** Sets first and last name; `name` is the two joined. */
export const onUpdateUser = userHook({ body: updateUserBody }, async ({ tx, actor, body }) => {
  const { firstName, lastName, name = '' } = body
  const names = firstName !== undefined && lastName !== undefined ? { firstName, lastName } : splitName(name)
  return {
    body: { ...names, name: joinName(names) },
    after: async (answer) => {
      await writeAudit(tx, actor, { action: 'user.changeName', target: { type: 'user', id: actor.userId } })
      return answer
    },
  }
})
