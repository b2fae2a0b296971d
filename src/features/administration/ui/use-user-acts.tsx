import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { useAsked } from '#/components/dialog/use-asked.ts'
import { useTRPC } from '@plinth/core/client'
import { useAdminAct } from './use-admin-act.ts'
import { useBulkAct } from './use-bulk-act.ts'
import { useQuestions } from './use-questions.ts'
import type { TargetUser, UserActs, UserActsOptions } from './user-acts.ts'

const CreateUserDialog = lazyPart(() => import('./create-user-dialog.tsx'))
const BanDialog = lazyPart(() => import('./ban-dialog.tsx'))
const ImpersonateDialog = lazyPart(() => import('./impersonate-dialog.tsx'))

type Asked =
  | { what: 'create' }
  | { what: 'ban'; users: readonly TargetUser[] }
  | { what: 'impersonate'; user: TargetUser }

/** All admin actions on one or several users, with their confirmations, which `dialogs` renders. */
export function useUserActs({ onOpen, onBulkDone, onDeleted }: UserActsOptions): {
  acts: UserActs
  dialogs: ReactNode
} {
  const { asked, ask, state } = useAsked<Asked>()
  const unban = useUnban(onBulkDone)
  const { questions, dialog } = useQuestions({ onBulkDone, onDeleted })
  const acts = {
    ...questions,
    unban,
    open: onOpen,
    create: () => ask({ what: 'create' }),
    ban: (users: readonly TargetUser[]) => ask({ what: 'ban', users }),
    impersonate: (user: TargetUser) => ask({ what: 'impersonate', user }),
  }
  const dialogs = (
    <>
      {asked ? (
        <>
          {asked.what === 'create' ? <CreateUserDialog key={asked.key} {...state} /> : null}
          {asked.what === 'ban' ? (
            <BanDialog key={asked.key} users={asked.users} onBulkDone={onBulkDone} {...state} />
          ) : null}
          {asked.what === 'impersonate' ? (
            <ImpersonateDialog key={asked.key} user={asked.user} {...state} />
          ) : null}
        </>
      ) : null}
      {dialog}
    </>
  )
  return { acts, dialogs }
}

/** Without a confirmation: a lifted ban can be imposed again. */
function useUnban(onBulkDone: () => void) {
  const trpc = useTRPC()
  const { run } = useAdminAct()
  const { runMany } = useBulkAct()
  const { mutateAsync: unban } = useMutation(trpc.admin.users.unban.mutationOptions())
  const { mutateAsync: unbanMany } = useMutation(trpc.admin.users.unbanMany.mutationOptions())

  return async (users: readonly TargetUser[]) => {
    const userIds = users.map(({ id }) => id)
    const [userId] = userIds
    if (userIds.length === 1 && userId !== undefined) await run('unban', () => unban({ userId }))
    else await runMany('unban', () => unbanMany({ userIds }), onBulkDone)
  }
}
