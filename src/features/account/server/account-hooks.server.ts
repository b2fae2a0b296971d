import { eq } from 'drizzle-orm'
import { writeAudit } from '@plinth/core/verb/server'
import {
  isCommonPassword,
  lockCredentials,
  lockForCredential,
  reauthenticateByPassword,
  revokeTrust,
  userHook,
} from '@plinth/core/auth/server'
import { session, user } from '@plinth/core/database/server'
import { mailUser } from '@plinth/core/mail/server'
import { changePasswordForm, updateUserBody } from '@plinth/core/auth'
import { joinName, splitName } from '@plinth/core/format'

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
