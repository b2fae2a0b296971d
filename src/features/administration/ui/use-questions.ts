import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useConfirm } from '#/components/ui/use-confirm.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { useAct, type Wrong } from './use-act.ts'
import { useBulkAct } from './use-bulk-act.ts'
import type { Person, Role, UserActsOptions } from './user-acts.ts'

/** Done, or not to be done any more: a question has no more sense. */
const isSettled = (wrong: Wrong) => !wrong || wrong.isOver

/**
 * Acts that are asked about first, without a form. A question is over also when the person turns out to be
 * gone.
 */
export function useQuestions({ onBulkDone, onDeleted }: Pick<UserActsOptions, 'onBulkDone' | 'onDeleted'>) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { run } = useAct()
  const { runMany } = useBulkAct()
  const { ask, dialog } = useConfirm()
  const { mutateAsync: remove } = useMutation(trpc.admin.users.delete.mutationOptions())
  const { mutateAsync: setRole } = useMutation(trpc.admin.users.setRole.mutationOptions())
  const { mutateAsync: revoke } = useMutation(trpc.admin.users.revokeSessions.mutationOptions())
  const { mutateAsync: revokeMany } = useMutation(trpc.admin.users.revokeSessionsMany.mutationOptions())

  async function endSessions(people: readonly Person[]): Promise<boolean> {
    const userIds = people.map(({ id }) => id)
    const [userId] = userIds
    if (userIds.length === 1 && userId !== undefined)
      return isSettled(await run('revoke', () => revoke({ userId })))
    return runMany('revoke', () => revokeMany({ userIds }), onBulkDone)
  }

  const questions = {
    remove: (person: Person) =>
      ask({
        title: t('administration:delete.title', { name: person.name }),
        text: t('administration:delete.text'),
        confirmLabel: t('administration:delete.submit'),
        pendingLabel: t('administration:delete.pending'),
        typed: { label: t('administration:delete.typed', { email: person.email }), expected: person.email },
        onConfirm: async () => {
          const wrong = await run('delete', async () => {
            await remove({ userId: person.id })
            // Or it would be asked for once more, in vain.
            queries.removeQueries(trpc.admin.users.get.queryFilter({ id: person.id }))
          })
          if (isSettled(wrong)) onDeleted()
          return isSettled(wrong)
        },
      }),
    changeRole: (person: Person, role: Role) => {
      if (role === person.role) return
      ask({
        title: t(`administration:changeRole.title.${role}`, { name: person.name }),
        text: t(`administration:changeRole.text.${role}`),
        confirmLabel: t(`administration:changeRole.submit.${role}`),
        pendingLabel: t('administration:changeRole.pending'),
        onConfirm: async () => isSettled(await run('changeRole', () => setRole({ userId: person.id, role }))),
      })
    },
    revoke: (people: readonly Person[]) => {
      const [first] = people
      const name =
        first && people.length === 1
          ? first.name
          : t('administration:selection.people', { count: people.length })
      ask({
        title: t('administration:revoke.title', { name }),
        text: t('administration:revoke.text'),
        confirmLabel: t('administration:revoke.submit'),
        pendingLabel: t('administration:revoke.pending'),
        onConfirm: () => endSessions(people),
      })
    },
  }
  return { questions, dialog }
}
