import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { useAdminAct, type Wrong } from './use-admin-act.ts'
import { useBulkAct } from './use-bulk-act.ts'
import type { TargetUser, Role, UserActsOptions } from './user-acts.ts'

/** Done or pointless: the confirmation can be closed. */
const isSettled = (wrong: Wrong) => !wrong || wrong.isOver

/** Actions with a confirmation but no form. The confirmation also closes when the user no longer exists. */
export function useQuestions({ onBulkDone, onDeleted }: Pick<UserActsOptions, 'onBulkDone' | 'onDeleted'>) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { run } = useAdminAct()
  const { runMany } = useBulkAct()
  const { ask, dialog } = useConfirm()
  const { mutateAsync: remove } = useMutation(trpc.admin.users.delete.mutationOptions())
  const { mutateAsync: setRole } = useMutation(trpc.admin.users.setRole.mutationOptions())
  const { mutateAsync: revoke } = useMutation(trpc.admin.users.revokeSessions.mutationOptions())
  const { mutateAsync: revokeMany } = useMutation(trpc.admin.users.revokeSessionsMany.mutationOptions())

  async function endSessions(users: readonly TargetUser[]): Promise<boolean> {
    const userIds = users.map(({ id }) => id)
    const [userId] = userIds
    if (userIds.length === 1 && userId !== undefined)
      return isSettled(await run('revoke', () => revoke({ userId })))
    return runMany('revoke', () => revokeMany({ userIds }), onBulkDone)
  }

  const questions = {
    remove: (user: TargetUser) =>
      ask({
        title: t('administration:delete.title', { name: user.name }),
        text: t('administration:delete.text'),
        confirmLabel: t('administration:delete.submit'),
        pendingLabel: t('administration:delete.pending'),
        typed: { label: t('administration:delete.typed', { email: user.email }), expected: user.email },
        onConfirm: async () => {
          const wrong = await run('delete', async () => {
            await remove({ userId: user.id })
            // Otherwise the details of the deleted user would be refetched.
            queries.removeQueries(trpc.admin.users.get.queryFilter({ id: user.id }))
          })
          if (isSettled(wrong)) onDeleted()
          return isSettled(wrong)
        },
      }),
    changeRole: (user: TargetUser, role: Role) => {
      if (role === user.role) return
      ask({
        title: t(`administration:changeRole.title.${role}`, { name: user.name }),
        text: t(`administration:changeRole.text.${role}`),
        confirmLabel: t(`administration:changeRole.submit.${role}`),
        pendingLabel: t('administration:changeRole.pending'),
        onConfirm: async () => isSettled(await run('changeRole', () => setRole({ userId: user.id, role }))),
      })
    },
    revoke: (users: readonly TargetUser[]) => {
      const [first] = users
      const name =
        first && users.length === 1
          ? first.name
          : t('administration:selection.users', { count: users.length })
      ask({
        title: t('administration:revoke.title', { name }),
        text: t('administration:revoke.text'),
        confirmLabel: t('administration:revoke.submit'),
        pendingLabel: t('administration:revoke.pending'),
        onConfirm: () => endSessions(users),
      })
    },
  }
  return { questions, dialog }
}
